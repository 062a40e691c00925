import { errorText } from '@sealflow/domain/errors';
import { expect, it } from 'vitest';
import { documentErrorOf } from '../documents/document.errors.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { transferErrorOf } from '../transfers/transfer.errors.ts';
import { storageErrorCodeOf } from './storage-error.rules.ts';

it.each([
  ['storage.busy', 'file.storage_busy', 'storageBusy', /其他窗口/, /Another window/],
  ['storage.interrupted', 'file.storage_interrupted', 'storageInterrupted', /中断/, /interrupted/],
] as const)('explains %s in lists, transfers and previews', (code, problem, shown, cn, en) => {
  const error = new StorageError(code);
  expect(storageErrorCodeOf(error)).toBe(problem);
  expect(errorText(problem, 'cn')).toMatch(cn);
  expect(errorText(problem, 'en')).toMatch(en);
  expect(transferErrorOf(error, 'file.download_failed').code).toBe(problem);
  expect(documentErrorOf(error).code).toBe(shown);
});

it('has no text for a failure that is unrelated to storage', () => {
  expect(storageErrorCodeOf(new Error('other'))).toBeNull();
  expect(storageErrorCodeOf(new StorageError('storage.not_found'))).toBeNull();
});
