import { limits } from '@sealflow/domain/limits';
import { afterAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import './base.css';

const { base, fromWidth, toWidth } = limits.rootFont;

afterAll(() => page.viewport(390, 844));

it.each([
  [280, base],
  [fromWidth, base],
  [512, 15],
  [toWidth, 16],
  [1280, 16],
])('%d px wide the root is %d px', async (width, size) => {
  await page.viewport(width, 800);
  await expect
    .poll(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    .toBeCloseTo(size, 1);
});
