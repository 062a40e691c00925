export type StorageErrorCode =
  | 'storage.not_found'
  | 'storage.full'
  | 'storage.unavailable'
  /** The phone is locked: what is stored is there again once it is unlocked. */
  | 'storage.locked'
  | 'storage.bad_path'
  /** Another window or tab holds the store, and did not release it in time. */
  | 'storage.busy'
  /** The connection to the store ended under way: a change may be stored or not, a transaction that was cut is not. */
  | 'storage.interrupted';

/** What the device's storage can refuse. Messages hold no path: paths hold file names. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'StorageError';
    this.code = code;
  }
}
