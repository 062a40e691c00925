import { OBLIGATIONS } from '@sealflow/tdf/kas';
import { TdfError, type TdfErrorCode } from '@sealflow/tdf/reader';
import { ApiError } from '../api/index.ts';
import { StorageError, type StorageErrorCode } from '../ports/storage.errors.ts';

/** Why a document cannot be opened, as far as the user can act on it; the key of its text. */
export type DocumentProblem =
  | 'noTenant'
  | 'otherTenant'
  | 'signedOut'
  | 'deviceUnknown'
  | 'notAllowed'
  | 'notMember'
  | 'browserExcluded'
  | 'notCleared'
  | 'withdrawn'
  | 'keyWithdrawn'
  | 'captureForbidden'
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
  | 'deviceLocked'
  | 'storageBusy'
  | 'storageInterrupted'
  | 'unreadable'
  | 'tooSlow'
  | 'unknown';

type DocumentErrorOptions = ErrorOptions & {
  readonly obligations?: readonly string[];
  readonly tid?: string;
};

export class DocumentError extends Error {
  readonly code: DocumentProblem;
  /** For `obligation`: the obligations that this device cannot fulfil. */
  readonly obligations: readonly string[];
  /** The tenant of the document, if known. */
  readonly tid: string | null;

  constructor(code: DocumentProblem, options: DocumentErrorOptions = {}) {
    super(code, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'DocumentError';
    this.code = code;
    this.obligations = options.obligations ?? [];
    this.tid = options.tid ?? null;
  }
}

const problemsByTdfCode: Record<TdfErrorCode, DocumentProblem> = {
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
  'kas.refused.tenant_access_denied': 'notMember',
  'kas.refused.account_inactive': 'notMember',
  'kas.refused.device_required': 'deviceUnknown',
  'kas.refused.device_withdrawn': 'deviceUnknown',
  'kas.refused.request_invalid': 'serviceFailed',
  'kas.refused.request_expired': 'serviceFailed',
  'kas.refused.request_replayed': 'serviceFailed',
  'kas.refused.key_unknown': 'foreignKey',
  'kas.refused.key_withdrawn': 'keyWithdrawn',
  'kas.refused.policy_binding_mismatch': 'damaged',
  'kas.refused.document_withdrawn': 'withdrawn',
  'kas.refused.not_cleared': 'notCleared',
  'kas.refused.no_grant': 'notAllowed',
  'kas.refused.obligation_unfulfilled': 'obligation',
  'kas.refused.client_not_allowed': 'browserExcluded',
  'kas.refused.unknown': 'serviceFailed',
};

const problemsByStorageCode: Record<StorageErrorCode, DocumentProblem> = {
  'storage.not_found': 'missing',
  'storage.full': 'storageFull',
  'storage.unavailable': 'storageUnavailable',
  'storage.locked': 'deviceLocked',
  'storage.bad_path': 'missing',
  'storage.busy': 'storageBusy',
  'storage.interrupted': 'storageInterrupted',
};

function problemOfApiError({ kind, status }: ApiError): DocumentProblem {
  if (kind !== 'http') return 'offline';
  if (status === 401) return 'signedOut';
  if (status === 403) return 'notAllowed';
  return status === 404 ? 'missing' : 'serviceFailed';
}

// The failure of a range request: a response of the service, or none.
function errorOfRangeRequest(cause: unknown): DocumentError {
  if (cause instanceof DocumentError || cause instanceof ApiError) return documentErrorOf(cause);
  return new DocumentError('offline', { cause });
}

/** The problem for unfulfillable obligations; one with its own text goes first. */
export const obligationProblem = (obligations: readonly string[]): DocumentProblem =>
  obligations.includes(OBLIGATIONS.noCapture) ? 'captureForbidden' : 'obligation';

function errorOfTdf(error: TdfError, about: { readonly tid?: string }): DocumentError {
  const { code, cause, obligations } = error;
  if (code === 'source.unreadable' && cause !== undefined) return errorOfRangeRequest(cause);
  const problem = problemsByTdfCode[code];
  return new DocumentError(problem === 'obligation' ? obligationProblem(obligations) : problem, {
    ...about,
    cause: error,
    obligations,
  });
}

/** Converts any failure to the one error type that the preview shows. */
export function documentErrorOf(error: unknown, about: { readonly tid?: string } = {}): DocumentError {
  if (error instanceof DocumentError) return error;
  if (error instanceof TdfError) return errorOfTdf(error, about);
  if (error instanceof StorageError)
    return new DocumentError(problemsByStorageCode[error.code], { cause: error });
  if (error instanceof ApiError) return new DocumentError(problemOfApiError(error), { cause: error });
  return new DocumentError('unknown', { cause: error });
}

/** Runs `work` and converts every failure but the signal's reason to a DocumentError. */
export async function withDocumentErrors<T>(
  work: () => Promise<T>,
  { signal, tid }: { readonly signal?: AbortSignal | undefined; readonly tid?: string },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw documentErrorOf(error, tid === undefined ? {} : { tid });
  }
}
