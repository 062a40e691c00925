import type { ErrorCode } from '@sealflow/domain/errors';
import { StorageError, type StorageErrorCode } from '../ports/storage.errors.ts';

const errorCodes: Partial<Record<StorageErrorCode, ErrorCode>> = {
  'storage.full': 'file.storage_full',
  'storage.busy': 'file.storage_busy',
  'storage.interrupted': 'file.storage_interrupted',
};

/** The error code of a storage failure that the user can act on; null for every other failure. */
export const storageErrorCodeOf = (error: unknown): ErrorCode | null =>
  error instanceof StorageError ? (errorCodes[error.code] ?? null) : null;
