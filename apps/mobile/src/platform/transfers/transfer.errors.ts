import { ApiError, storageProblemOf } from '../api/index.ts';

const local = (code: ApiError['code'], cause: unknown) =>
  Object.assign(new ApiError({ kind: 'http', code, message: '' }), { cause });

/** Any failure of a transfer as the one error that has a text. */
export function transferErrorOf(error: unknown, otherwise: ApiError['code']): ApiError {
  if (error instanceof ApiError) return error;
  return local(storageProblemOf(error) ?? otherwise, error);
}

/** Whether it comes right by itself once there is a line again. */
export const waitsForLine = (error: ApiError): boolean => error.kind !== 'http';
