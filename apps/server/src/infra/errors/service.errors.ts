import type { ErrorCode, ErrorParams } from '@sealflow/domain/errors';

/**
 * A failure that the caller is told: a code of the catalogue and the values of its text. Everything else that is
 * thrown is a fault of ours, answered with 500 and an id, and told to nobody but the log.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
    this.params = params;
  }
}
