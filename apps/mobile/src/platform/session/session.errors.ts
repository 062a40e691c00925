import { ApiError } from '../api/index.ts';

/** What the device finds out by itself, in the words of the service's own errors. */
export const ownError = (code: ApiError['code']) => new ApiError({ kind: 'http', code, message: '' });

export const withdrawn = 'login.device_withdrawn';
