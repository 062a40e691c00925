import { expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/build-app.mjs';
import { firstScreenChunks } from './bundle.ts';

it('loads the sign-in screen with at most 120 KiB of compressed script and style', {
  timeout: 120_000,
}, async () => {
  ensureBuilt();
  const chunks = await firstScreenChunks();
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)).toBeLessThanOrEqual(120 * 1024);
});
