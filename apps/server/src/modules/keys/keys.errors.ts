import type { RefusalReason } from '@sealflow/tdf/kas';

export type LicenceKeyErrorCode = 'licence_key.unknown' | 'licence_key.withdrawn';

/** A licence key that cannot serve: not of this tenant, or withdrawn. */
export class LicenceKeyError extends Error {
  override readonly name = 'LicenceKeyError';
  readonly code: LicenceKeyErrorCode;

  constructor(code: LicenceKeyErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Nobody who may ask, or nothing that may be asked: refused before any document is looked at. */
export class AccessRefusal extends Error {
  override readonly name = 'AccessRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
