/** The object store cannot be used. The message is for the operator: it names the setting and the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'objects.store_failed';
}

/** There is no object with the key. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
  readonly code = 'objects.missing';

  constructor(key: string) {
    super(`object ${key} does not exist`);
  }
}

/** The stored bytes differ from the expected digest. */
export class ObjectChangedError extends Error {
  override readonly name = 'ObjectChangedError';
  readonly code = 'objects.changed';

  constructor() {
    super('stored object does not match its digest');
  }
}

/** Codes of a disk that is full, broken or read-only. */
const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** Whether an error means that the object store is unavailable, so that a retry may work later. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return error instanceof Error && 'syscall' in error && 'code' in error && diskCodes.has(String(error.code));
}
