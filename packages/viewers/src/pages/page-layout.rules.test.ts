import { assert, double, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseScale,
  covers,
  detailBox,
  maxBasePixels,
  maxDetailPixels,
  rotatedSize,
} from './page-layout.rules.ts';

const sizes = record({
  width: integer({ min: 1, max: 14_400 }),
  height: integer({ min: 1, max: 14_400 }),
});
const scales = double({ min: 0.1, max: 30, noNaN: true });

describe('render scale of a page', () => {
  it('follows the screen within the pixel limit', () => {
    assert(
      property(sizes, scales, (size, wanted) => {
        const scale = baseScale(size, wanted);
        expect(scale).toBeLessThanOrEqual(wanted);
        expect(scale * scale * size.width * size.height).toBeLessThanOrEqual(maxBasePixels * 1.000001);
      }),
    );
    expect(baseScale({ width: 595, height: 842 }, 2)).toBe(2);
  });

  it('swaps width and height for a rotated page', () => {
    expect(rotatedSize({ width: 3, height: 5 }, 90)).toEqual({ width: 5, height: 3 });
    expect(rotatedSize({ width: 3, height: 5 }, 180)).toEqual({ width: 3, height: 5 });
  });

  it('adds a sharp detail around the visible part, within the page and the pixel limit', () => {
    const seen = { left: 1000, top: 2000, right: 1412, bottom: 2800 };
    const page = { width: 4000, height: 5600 };
    const box = detailBox(seen, page, 2);
    expect(covers(box, seen)).toBe(true);
    expect(box.left).toBeLessThan(seen.left);
    expect((box.right - box.left) * (box.bottom - box.top) * 4).toBeLessThanOrEqual(maxDetailPixels);
    const corner = detailBox({ left: 0, top: 0, right: 412, bottom: 800 }, { width: 420, height: 810 }, 3);
    expect(corner).toEqual({ left: 0, top: 0, right: 420, bottom: 810 });
  });

  it('requires a new detail after scrolling out of the old one', () => {
    const box = { left: 0, top: 0, right: 100, bottom: 100 };
    expect(covers(box, { left: 10, top: 50, right: 90, bottom: 130 })).toBe(false);
  });
});
