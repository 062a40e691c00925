import { expect, test } from 'vitest';
import { TagChanges, tagNumber } from './tag-changes.util.ts';

const [a, b, c] = ['task t f-1', 'task t f-2', 'tenant t'].map((tag) => tagNumber(tag)) as [
  number,
  number,
  number,
];

test('tags of the same form have different numbers', () => {
  const tags = Array.from({ length: 20_000 }, (_, index) => `member t f-${index}`);
  expect(new Set(tags.map((tag) => tagNumber(tag))).size).toBe(tags.length);
});

test('a tag is changed for moments before its change, not for later ones', () => {
  const changes = new TagChanges({ maxTags: 10, maxAgeMs: 60_000 });
  const before = changes.now;
  changes.add(a);
  const after = changes.now;
  changes.add(b);
  expect(changes.areUnchanged([c, a], before)).toBe(false);
  expect(changes.areUnchanged([c, a], after)).toBe(true);
  expect(changes.areUnchanged([a, b], after)).toBe(false);
  changes.add(a);
  expect(changes.areUnchanged([a], after)).toBe(false);
  expect(changes.areUnchanged([a, b, c], changes.now)).toBe(true);
  changes.addAll();
  expect(changes.areUnchanged([c], after)).toBe(false);
  expect(changes.areUnchanged([c], changes.now)).toBe(true);
});

test.each([
  ['too many', 10, 60_000],
  ['too old', 1000, -1],
])(
  'nothing counts as unchanged since a moment whose changes are forgotten because they are %s',
  (_, maxTags, maxAgeMs) => {
    const changes = new TagChanges({ maxTags, maxAgeMs });
    const before = changes.now;
    changes.add(a);
    const moments: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      moments.push(changes.now);
      changes.add(tagNumber(`other ${index}`));
      // What is known to be changed stays changed, whatever is forgotten.
      expect(changes.areUnchanged([a], before)).toBe(false);
      for (const [at, moment] of moments.entries())
        expect(changes.areUnchanged([tagNumber(`other ${at}`)], moment)).toBe(false);
    }
    expect(changes.areUnchanged([c], before)).toBe(false);
    expect(changes.areUnchanged([c], changes.now)).toBe(true);
  },
);
