import { expect, it } from 'vitest';
import { parseOutline } from './frame-outline.rules.ts';

const item = (more: object) => ({ id: 1, title: 'a', page: 2, items: [], ...more });

it('takes a table of contents as it is handed over', () => {
  const outline = [item({ items: [item({ id: 2, page: null })] })];
  expect(parseOutline(outline)).toEqual(outline);
});

it.each([[null], ['text'], [{ length: 3 }], [[null, 7, item({ id: 'x' }), item({ title: {} })]]])(
  'takes nothing of %j',
  (handed) => {
    expect(parseOutline(handed)).toEqual([]);
  },
);

it('takes no more than anybody reads: of titles, of chapters, of levels', () => {
  const [long] = parseOutline([item({ title: 'a'.repeat(100_000), page: 'x' })]);
  expect(long).toMatchObject({ title: 'a'.repeat(500), page: null });
  expect(parseOutline(Array.from({ length: 9000 }, () => item({})))).toHaveLength(5000);
  const circle: { items: unknown[] } = item({});
  circle.items.push(circle);
  expect(JSON.stringify(parseOutline([circle])).match(/"id"/g)).toHaveLength(12);
});
