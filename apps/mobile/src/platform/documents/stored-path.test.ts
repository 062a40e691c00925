import { expect, it } from 'vitest';
import { downloadFileID, storedPath } from './document.types.ts';

it('is below the account, in the folder for opened or for downloaded files', () => {
  expect(storedPath('a1', 'f1')).toBe('a1/edsFiles/f1');
  expect(storedPath('a1', downloadFileID('t1', 'f1'))).toBe('a1/edsDownloadFiles/download%3At1%3Af1');
});

it('stays inside its folder for every id', () => {
  expect(storedPath('../a', '../../f')).toBe('..%2Fa/edsFiles/..%2F..%2Ff');
});
