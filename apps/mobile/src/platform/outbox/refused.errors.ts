import { ApiError } from '../api/index.ts';
import type { Refusal } from './outbox.types.ts';

/** A refusal as the error of a submitted decision. */
export class RefusedError extends ApiError {
  readonly mayStand: boolean;

  constructor({ code, params, mayStand }: Refusal) {
    super({ kind: 'http', code, params, message: code });
    this.mayStand = mayStand === true;
  }
}
