import { expect, test } from 'vitest';
import { readerGzipBytes } from './bundled.ts';

test('the reader with its key access client takes at most 15 KiB in a browser', async () => {
  expect(await readerGzipBytes()).toBeLessThanOrEqual(15 * 1024);
});
