import type { RefusalReason } from '@sealflow/tdf/kas';

export type LicenceKeyErrorCode = 'licence_key.unknown' | 'licence_key.withdrawn';

/** A licence key that cannot be used: it is not this tenant's, or it is withdrawn. */
export class LicenceKeyError extends Error {
  override readonly name = 'LicenceKeyError';
  readonly code: LicenceKeyErrorCode;

  constructor(code: LicenceKeyErrorCode) {
    super(code);
    this.code = code;
  }
}

/** A request that is refused as a whole, before any document is examined: invalid caller or invalid request. */
export class AccessRefusal extends Error {
  override readonly name = 'AccessRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
