import { expect, test } from 'vitest';
import { readerGzipBytes } from './bundled.ts';

test('the reader, key access client included, costs a browser at most 15 KiB', async () => {
  expect(await readerGzipBytes()).toBeLessThanOrEqual(15 * 1024);
});
