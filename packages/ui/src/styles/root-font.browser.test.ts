import { afterAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import './base.css';

// Section 9 of the specification: 320 base, 704 range, 14 base.
const [base, fromWidth, toWidth] = [14, 320, 704];

afterAll(() => page.viewport(390, 844));

it.each([
  [280, base],
  [fromWidth, base],
  [512, 15],
  [toWidth, 16],
  [1280, 16],
])('at %d px viewport width the root font size is %d px', async (width, size) => {
  await page.viewport(width, 800);
  await expect
    .poll(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    .toBeCloseTo(size, 1);
});
