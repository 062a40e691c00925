import { expect, test } from 'vitest';
import { toStoredPart, transformOf, visibleSizeOf } from './orientation.rules.ts';

const stored = { width: 30, height: 20 };
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];

test.each([
  [1, [0, 0]],
  [2, [30, 0]],
  [3, [30, 20]],
  [4, [0, 20]],
  [5, [0, 0]],
  [6, [20, 0]],
  [7, [20, 30]],
  [8, [0, 30]],
])('orientation %i maps the stored corner to %j', (orientation, corner) => {
  const [, , , , x, y] = transformOf(orientation, visibleSizeOf(stored, orientation));
  expect([x, y]).toEqual(corner);
});

test.each(orientations)(
  'a part of an image with orientation %i maps to its visible position',
  (orientation) => {
    const seen = visibleSizeOf(stored, orientation);
    const part = { left: 3, top: 4, width: 5, height: 7, pixelWidth: 10, pixelHeight: 14 };
    const from = toStoredPart(part, orientation, seen);
    const [a, b, c, d, e, f] = transformOf(orientation, seen);
    const to = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;
    const corners = [to(from.left, from.top), to(from.left + from.width, from.top + from.height)];
    const xs = corners.map(([x]) => x).sort((one, other) => one - other);
    const ys = corners.map(([, y]) => y).sort((one, other) => one - other);
    expect([xs, ys]).toEqual([
      [3, 8],
      [4, 11],
    ]);
    expect(from.pixelWidth / from.width).toBe(2);
  },
);

test('an unknown orientation is treated as upright', () => {
  expect(transformOf(9, stored)).toEqual([1, 0, 0, 1, 0, 0]);
  expect(visibleSizeOf(stored, 0)).toEqual(stored);
});
