/** The object store cannot be used: said to the operator, the message names the setting and the way out. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'objects.store_failed';
}
