/** All errors of this package, as a closed union. The code is also the key of the text for users. */
export type TdfErrorCode =
  | 'tdf.not_an_archive'
  | 'tdf.archive_invalid'
  | 'tdf.manifest_invalid'
  | 'tdf.unsupported'
  | 'tdf.too_large'
  | 'tdf.truncated'
  | 'tdf.key_unwrap_failed'
  | 'tdf.key_mismatch'
  | 'tdf.policy_binding_mismatch'
  | 'tdf.root_signature_mismatch'
  | 'tdf.assertion_mismatch'
  | 'tdf.metadata_tampered'
  | 'tdf.segment_tampered'
  | 'tdf.size_mismatch'
  | 'source.out_of_range'
  | 'source.changed'
  | 'source.unreadable'
  | 'kas.foreign_key_access'
  | 'kas.unreachable'
  | 'kas.answer_invalid'
  | 'kas.licence_invalid'
  | 'kas.request_token_invalid'
  | `kas.refused.${RefusalReason}`;

/** Reasons for which a key access service rejects a request. `unknown`: a third-party service that states no reason. */
export type RefusalReason =
  | 'signed_out'
  | 'tenant_access_denied'
  | 'account_inactive'
  | 'device_required'
  | 'device_withdrawn'
  | 'request_invalid'
  | 'request_expired'
  | 'request_replayed'
  | 'key_unknown'
  | 'key_withdrawn'
  | 'policy_binding_mismatch'
  | 'document_withdrawn'
  | 'not_cleared'
  | 'no_grant'
  | 'obligation_unfulfilled'
  | 'client_not_allowed'
  | 'unknown';

interface TdfErrorOptions {
  readonly cause?: unknown;
  /** Obligations (FQNs) that the client cannot fulfil. */
  readonly obligations?: readonly string[];
}

/**
 * The only error class of this package. `code` is stable and identifies the failure. `message` is for developers and
 * contains no secret, name or content.
 */
export class TdfError extends Error {
  override readonly name = 'TdfError';
  readonly code: TdfErrorCode;
  /** For `kas.refused.obligation_unfulfilled`: the required obligations. Otherwise empty. */
  readonly obligations: readonly string[];

  constructor(code: TdfErrorCode, message: string, options: TdfErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    // Engines before Chromium 93 ignore the option, but callers depend on the cause.
    if ('cause' in options) this.cause = options.cause;
    this.code = code;
    this.obligations = options.obligations ?? [];
  }
}
