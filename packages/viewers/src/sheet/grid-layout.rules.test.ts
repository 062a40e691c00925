import { expect, it } from 'vitest';
import { layOut } from './grid-layout.rules.ts';
import type { FloatingObject, Sheet } from './sheet.types.ts';
import { workbookOfRows } from './workbook-of-rows.rules.ts';

const room = { width: 412, height: 823 };
const at = (row: number, column: number) => ({ row, column, x: 0, y: 0 });
const box = (row: number, column: number): FloatingObject => ({
  from: at(row, column),
  to: at(row + 1, column + 1),
  picture: null,
  chart: null,
  texts: ['图'],
});
const [plain] = workbookOfRows('表', [['甲', '乙']]).sheets as [Sheet];

it('extends to the end of floating objects, however many there are', () => {
  const floating = Array.from({ length: 200_000 }, (_, index) => box(index % 500, 30));
  const { rows, columns } = layOut({ ...plain, floating }, room);
  expect([rows.count, columns.count]).toEqual([501, 32]);
});

it('limits the extent for a floating object at the last possible cell', () => {
  const { rows, columns } = layOut({ ...plain, floating: [box(1_000_000, 16_000)] }, room);
  expect([rows.count, columns.count]).toEqual([100_001, 1001]);
});
