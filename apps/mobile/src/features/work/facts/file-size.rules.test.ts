import { expect, test } from 'vitest';
import { formatFileSize } from './detail-facts.rules.ts';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2, '1 MB'],
  [1024 ** 3, '1 GB'],
  [5 * 1024 ** 4, '5,120 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes, 'en')).toBe(text);
});
