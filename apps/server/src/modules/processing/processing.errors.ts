import type { ErrorCode } from '@sealflow/domain/errors';
import type { RefusalReason } from '@sealflow/tdf/kas';
import { TdfError } from '@sealflow/tdf/reader';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { ObjectChangedError, ObjectMissingError } from '../../infra/objects/objects.errors.ts';

/** A permanent failure, whose reason the applicant is notified of. All other errors are retried. */
export class ProcessingFailure extends Error {
  override readonly name = 'ProcessingFailure';
  readonly reason: ErrorCode;

  constructor(reason: ErrorCode) {
    super(reason);
    this.reason = reason;
  }
}

/** The reason of a permanent failure; undefined for an error that a retry may fix. */
export function permanentReasonOf(error: unknown): ErrorCode | undefined {
  if (error instanceof ProcessingFailure) return error.reason;
  if (error instanceof ServiceError) return error.code;
  if (error instanceof ObjectMissingError) return 'file.file_does_not_exist';
  if (error instanceof ObjectChangedError) return 'key.document_damaged';
  return error instanceof TdfError && error.code.startsWith('tdf.') ? 'key.document_damaged' : undefined;
}

const errorCodeByReason: { readonly [Reason in RefusalReason]?: ErrorCode } = {
  document_withdrawn: 'key.document_withdrawn',
  policy_binding_mismatch: 'key.document_damaged',
  not_cleared: 'key.access_denied',
  no_grant: 'key.access_denied',
};

/** The failure for a document that the applicant may not open. */
export function toProcessingFailure(reason: RefusalReason): ProcessingFailure {
  return new ProcessingFailure(errorCodeByReason[reason] ?? 'work.key_unavailable');
}
