import type { ErrorCode, ErrorParams } from '@sealflow/domain/errors';

/**
 * A failure reported to the client: a code of the catalogue and the values of its text. Any other thrown value is an internal
 * fault, answered with 500 and an id; its details go to the log only.
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
