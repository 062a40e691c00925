import type { StoredFile } from '@sealflow/contract';
import { ApiError, httpError, networkError, timeoutError } from '../api/api.errors.ts';
import { type FileService, withFileToken } from './file-token.usecases.ts';
import { uploadType } from './upload-type.rules.ts';

export type Upload = {
  /** The same whenever this file is sent: the service stores it once. */
  readonly key: string;
  readonly name: string;
  readonly content: Blob;
  /** Bytes on their way, of how many. */
  readonly onProgress?: (sent: number, total: number) => void;
  readonly signal?: AbortSignal;
};

/** What the service has stored under a key already; null for nothing. */
export async function findUpload(service: FileService, uploadKey: string): Promise<StoredFile | null> {
  try {
    return await withFileToken(service, (token) =>
      service.api.call('GET /api/v1/uploads/{uploadKey}', { params: { uploadKey }, token }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Nothing moves for so long: the line is dead. A scan for viruses at the end takes its time too. */
const stalledAfter = 120_000;

/**
 * Stores a file in the file service: multipart, field `file1`.
 * @throws ApiError; the signal's reason.
 */
export function uploadFile(service: FileService, upload: Upload): Promise<StoredFile> {
  return withFileToken(service, (token) => send(service, upload, token));
}

// fetch tells nothing of how far an upload is.
function send({ api, platform }: FileService, upload: Upload, token: string): Promise<StoredFile> {
  const { key, name, content, onProgress, signal } = upload;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = () => request.abort();
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        finish(() => reject(timeoutError(stalledAfter)));
        request.abort();
      }, stalledAfter);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      moved();
      // The form around the file counts too; nobody waits for that.
      onProgress?.(Math.min(loaded, content.size), content.size);
    });
    request.addEventListener('load', () =>
      finish(() => {
        const body = parsed(request.responseText);
        if (request.status >= 200 && request.status < 300 && body !== null) resolve(body as StoredFile);
        else reject(httpError({ status: request.status, body, areas: ['file'] }));
      }),
    );
    request.addEventListener('error', () => finish(() => reject(networkError(platform.network.isOnline()))));
    request.addEventListener('abort', () => finish(() => reject(reasonOf(signal))));
    if (signal?.aborted) return reject(reasonOf(signal));
    signal?.addEventListener('abort', abort, { once: true });
    request.open('POST', api.url('POST /api/v1/files'));
    // Without it Firefox reads an answer of unknown type as XML, and reports a syntax error.
    request.responseType = 'text';
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', key);
    moved();
    const form = new FormData();
    form.append('file1', content.slice(0, content.size, uploadType(name)), name);
    return request.send(form);
  });
}

const reasonOf = (signal: AbortSignal | undefined): unknown =>
  signal?.reason ?? new DOMException('aborted', 'AbortError');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
