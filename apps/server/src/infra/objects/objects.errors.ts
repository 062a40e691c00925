/** The object store cannot be used: said to the operator, the message names the setting and the way out. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'objects.store_failed';
}

/** A disk that is full, broken or only to be read. */
const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** Whether files cannot be stored or read now: the same may work once somebody has seen to it. */
export function isStoreGone(error: unknown): boolean {
  if (error instanceof StoreError) return true;
  return error instanceof Error && 'syscall' in error && 'code' in error && diskCodes.has(String(error.code));
}
