import { TdfError, type TdfErrorCode } from '@sealflow/tdf/reader';
import { ApiError } from '../api/index.ts';
import { StorageError, type StorageErrorCode } from '../ports/storage.errors.ts';

/** Why a document does not open, as far as a person can do something about it; the key of its text. */
export type DocumentProblem =
  | 'noTenant'
  | 'otherTenant'
  | 'signedOut'
  | 'deviceUnknown'
  | 'notAllowed'
  | 'notCleared'
  | 'withdrawn'
  | 'obligation'
  | 'damaged'
  | 'protectionUnknown'
  | 'foreignKey'
  | 'offline'
  | 'serviceFailed'
  | 'leaseEnded'
  | 'missing'
  | 'changed'
  | 'storageFull'
  | 'storageUnavailable'
  | 'unreadable'
  | 'tooSlow'
  | 'unknown';

export class DocumentError extends Error {
  readonly code: DocumentProblem;
  /** For `obligation`: what this device would have to do. */
  readonly obligations: readonly string[];

  constructor(
    code: DocumentProblem,
    options: ErrorOptions & { readonly obligations?: readonly string[] } = {},
  ) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'DocumentError';
    this.code = code;
    this.obligations = options.obligations ?? [];
  }
}

const ofTdf: Record<TdfErrorCode, DocumentProblem> = {
  'tdf.not_an_archive': 'damaged',
  'tdf.archive_invalid': 'damaged',
  'tdf.manifest_invalid': 'damaged',
  'tdf.unsupported': 'protectionUnknown',
  'tdf.too_large': 'protectionUnknown',
  'tdf.truncated': 'damaged',
  'tdf.key_unwrap_failed': 'damaged',
  'tdf.key_mismatch': 'damaged',
  'tdf.policy_binding_mismatch': 'damaged',
  'tdf.root_signature_mismatch': 'damaged',
  'tdf.assertion_mismatch': 'damaged',
  'tdf.metadata_tampered': 'damaged',
  'tdf.segment_tampered': 'damaged',
  'tdf.size_mismatch': 'damaged',
  'source.out_of_range': 'damaged',
  'source.changed': 'changed',
  'source.unreadable': 'missing',
  'kas.foreign_key_access': 'foreignKey',
  'kas.unreachable': 'offline',
  'kas.answer_invalid': 'serviceFailed',
  'kas.licence_invalid': 'deviceUnknown',
  'kas.request_token_invalid': 'deviceUnknown',
  'kas.refused.signed_out': 'signedOut',
  'kas.refused.tenant_access_denied': 'notAllowed',
  'kas.refused.account_inactive': 'notAllowed',
  'kas.refused.device_required': 'deviceUnknown',
  'kas.refused.device_withdrawn': 'deviceUnknown',
  'kas.refused.request_invalid': 'serviceFailed',
  'kas.refused.request_expired': 'serviceFailed',
  'kas.refused.request_replayed': 'serviceFailed',
  'kas.refused.key_unknown': 'foreignKey',
  'kas.refused.key_withdrawn': 'withdrawn',
  'kas.refused.policy_binding_mismatch': 'damaged',
  'kas.refused.document_withdrawn': 'withdrawn',
  'kas.refused.not_cleared': 'notCleared',
  'kas.refused.no_grant': 'notAllowed',
  'kas.refused.obligation_unfulfilled': 'obligation',
  'kas.refused.client_not_allowed': 'notAllowed',
  'kas.refused.unknown': 'notAllowed',
};

const ofStorage: Record<StorageErrorCode, DocumentProblem> = {
  'storage.not_found': 'missing',
  'storage.full': 'storageFull',
  'storage.unavailable': 'storageUnavailable',
  'storage.bad_path': 'missing',
};

function ofApi({ kind, status }: ApiError): DocumentProblem {
  if (kind !== 'http') return 'offline';
  if (status === 401) return 'signedOut';
  if (status === 403) return 'notAllowed';
  return status === 404 ? 'missing' : 'serviceFailed';
}

// What the request for a range failed with: an answer of the service, or no answer at all.
function ofUnreadable(cause: unknown): DocumentError {
  if (cause instanceof DocumentError || cause instanceof ApiError) return documentErrorOf(cause);
  return new DocumentError('offline', { cause });
}

/** Any failure on the way to a document, as the one error that the preview shows. */
export function documentErrorOf(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error;
  if (error instanceof TdfError) {
    if (error.code === 'source.unreadable' && error.cause !== undefined) return ofUnreadable(error.cause);
    return new DocumentError(ofTdf[error.code], { cause: error, obligations: error.obligations });
  }
  if (error instanceof StorageError) return new DocumentError(ofStorage[error.code], { cause: error });
  if (error instanceof ApiError) return new DocumentError(ofApi(error), { cause: error });
  return new DocumentError('unknown', { cause: error });
}
