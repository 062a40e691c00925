import { ApiError, storageProblemOf } from '../api/index.ts';

const local = (code: ApiError['code'], cause: unknown) =>
  Object.assign(new ApiError({ kind: 'http', code, message: '' }), { cause });

/** Converts any failure of a transfer to an error with a text. */
export function transferErrorOf(error: unknown, otherwise: ApiError['code']): ApiError {
  if (error instanceof ApiError) return error;
  return local(storageProblemOf(error) ?? otherwise, error);
}

/** Whether a retry can succeed once the network returns. */
export const waitsForLine = (error: ApiError): boolean => error.kind !== 'http';
