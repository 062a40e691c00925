/** Everything that can go wrong here, as a closed set; the code is also the key of the text that a person reads. */
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

/** Why a key access service refuses. `unknown` is a service of another make that gives no reason. */
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
  /** Obligations (FQNs) that the client would have to fulfil. */
  readonly obligations?: readonly string[];
}

/**
 * The one error of this package. `code` is stable and says what happened; `message` is for developers and holds no
 * secret, no name and no content.
 */
export class TdfError extends Error {
  override readonly name = 'TdfError';
  readonly code: TdfErrorCode;
  /** For `kas.refused.obligation_unfulfilled`: the obligations asked for. Otherwise empty. */
  readonly obligations: readonly string[];

  constructor(code: TdfErrorCode, message: string, options: TdfErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    // Engines before Chromium 93 ignore the option, and callers decide by the cause.
    if ('cause' in options) this.cause = options.cause;
    this.code = code;
    this.obligations = options.obligations ?? [];
  }
}
