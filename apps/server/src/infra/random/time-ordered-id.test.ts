import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTimeOrderedID } from './time-ordered-id.util.ts';

const time = Date.UTC(2026, 10, 28);

test('has 20 digits of base 32 that begin with the time', () => {
  const id = createTimeOrderedID(time);
  expect(id).toMatch(/^[0-9a-v]{20}$/);
  expect(Number.parseInt(id.slice(0, 9), 32) - 2 ** 44).toBe(time);
});

test('has no digit for a part of a millisecond', () => {
  expect(createTimeOrderedID(time + 0.75)).toMatch(/^[0-9a-v]{20}$/);
  expect(createTimeOrderedID(time + 0.75).slice(0, 9)).toBe(createTimeOrderedID(time).slice(0, 9));
});

test('is unique within a millisecond and ascends with time', () => {
  const ids = Array.from({ length: 1000 }, () => createTimeOrderedID(time));
  expect(new Set(ids).size).toBe(1000);
  const later = createTimeOrderedID(time + 1);
  expect([later, ...ids].toSorted().at(-1)).toBe(later);
});

test('sorts behind every UUID, in this century and the next ones', () => {
  const uuids = Array.from({ length: 100 }, () => randomUUID());
  for (const year of [2026, 2100, 2400])
    expect([createTimeOrderedID(Date.UTC(year)), ...uuids, 'ffffffff'].toSorted().at(-1)).toMatch(/^[g-v]/);
});
