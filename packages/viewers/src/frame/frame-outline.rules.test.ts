import { expect, it } from 'vitest';
import { parseOutline } from './frame-outline.rules.ts';

const item = (more: object) => ({ id: 1, title: 'a', page: 2, items: [], ...more });

it('accepts a valid table of contents unchanged', () => {
  const outline = [item({ items: [item({ id: 2, page: null })] })];
  expect(parseOutline(outline)).toEqual(outline);
});

it.each([[null], ['text'], [{ length: 3 }], [[null, 7, item({ id: 'x' }), item({ title: {} })]]])(
  'rejects %j',
  (handed) => {
    expect(parseOutline(handed)).toEqual([]);
  },
);

it('limits the length of titles, the number of chapters and the nesting depth', () => {
  const [long] = parseOutline([item({ title: 'a'.repeat(100_000), page: 'x' })]);
  expect(long).toMatchObject({ title: 'a'.repeat(500), page: null });
  expect(parseOutline(Array.from({ length: 9000 }, () => item({})))).toHaveLength(5000);
  const circle: { items: unknown[] } = item({});
  circle.items.push(circle);
  expect(JSON.stringify(parseOutline([circle])).match(/"id"/g)).toHaveLength(12);
});
