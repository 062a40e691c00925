import { ApiError } from '../api/index.ts';
import { StorageError } from '../ports/storage.errors.ts';

/** Whether the failure is transient: of the network, of a proxy, or a locked phone. */
export const isTransient = (error: unknown): boolean =>
  (error instanceof StorageError && error.code === 'storage.locked') ||
  (error instanceof ApiError && isTransientResponse(error));

const isTransientResponse = (error: ApiError): boolean =>
  error.kind !== 'http' ||
  error.status >= 500 ||
  error.status === 429 ||
  error.code === 'file.download_failed';

/** Resolves after a time, or rejects with the signal's reason. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
