import { ApiError } from '../api/index.ts';
import type { Refusal } from './outbox.types.ts';

/** A refusal as the failure of what was asked for. */
export class RefusedError extends ApiError {
  readonly mayStand: boolean;

  constructor({ code, params, mayStand }: Refusal) {
    super({ kind: 'http', code, params, message: code });
    this.mayStand = mayStand === true;
  }
}
