import { ApiError, storageErrorCodeOf } from '../api/index.ts';

const createError = (code: ApiError['code'], cause: unknown) =>
  Object.assign(new ApiError({ kind: 'http', code, message: '' }), { cause });

/** Converts any failure of a transfer to an error with a text. */
export function transferErrorOf(error: unknown, fallback: ApiError['code']): ApiError {
  if (error instanceof ApiError) return error;
  return createError(storageErrorCodeOf(error) ?? fallback, error);
}

/** Whether a retry can succeed once the network returns. */
export const waitsForNetwork = (error: ApiError): boolean => error.kind !== 'http';
