import { expect, it } from 'vitest';
import { downloadFileID, storedPath } from './document.types.ts';

it('lies under the account, in the folder of opened or of downloaded files', () => {
  expect(storedPath('a1', 'f1')).toBe('a1/edsFiles/f1');
  expect(storedPath('a1', downloadFileID('t1', 'f1'))).toBe('a1/edsDownloadFiles/download%3At1%3Af1');
});

it('leaves its folder by no id', () => {
  expect(storedPath('../a', '../../f')).toBe('..%2Fa/edsFiles/..%2F..%2Ff');
});
