import { ApiError } from '../api/index.ts';

/** An error that the device itself detects, with a code of the service's errors. */
export const localError = (code: ApiError['code']) => new ApiError({ kind: 'http', code, message: '' });

export const deviceWithdrawnCode = 'login.device_withdrawn';
