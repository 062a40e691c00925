export type StorageErrorCode =
  | 'storage.not_found'
  | 'storage.full'
  | 'storage.unavailable'
  /** The phone is locked: stored data is accessible again after the unlock. */
  | 'storage.locked'
  | 'storage.bad_path'
  /** Another window or tab holds the store, and did not release it in time. */
  | 'storage.busy'
  /** The connection to the store ended during the call: a change may be stored or not, an open transaction is not. */
  | 'storage.interrupted';

/** A failure of the device's storage. Messages contain no path, because paths contain file names. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'StorageError';
    this.code = code;
  }
}
