import type { StoredFile } from '@sealflow/contract';
import { fileKindOf } from '@sealflow/domain/file-kind';
import { ApiError, httpError, networkError, timeoutError } from '@sealflow/sdk/api.errors.ts';
import { type FileService, withFileToken } from '../api/file-token.client.ts';

export type Upload = {
  /** Idempotency key of the file: the service stores it once. */
  readonly key: string;
  readonly name: string;
  readonly content: Blob;
  /** Called with the bytes sent and their total. */
  readonly onProgress?: (sent: number, total: number) => void;
  readonly signal?: AbortSignal;
};

/** The stored file of an idempotency key; null for none. */
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

/** Time without progress after which the connection counts as dead. The virus scan at the end needs time too. */
const stalledAfterMs = 120_000;

/**
 * Stores a file in the file service: multipart, field `file1`.
 * @throws ApiError; the signal's reason.
 */
export function uploadFile(service: FileService, upload: Upload): Promise<StoredFile> {
  return withFileToken(service, (token) => send(service, upload, token));
}

// XMLHttpRequest, because fetch reports no upload progress.
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
    const restartStallTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        finish(() => reject(timeoutError(stalledAfterMs)));
        request.abort();
      }, stalledAfterMs);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      restartStallTimer();
      // The multipart overhead is not part of the progress.
      onProgress?.(Math.min(loaded, content.size), content.size);
    });
    request.addEventListener('load', () =>
      finish(() => {
        const body = parseJson(request.responseText);
        if (request.status >= 200 && request.status < 300 && body !== null) resolve(body as StoredFile);
        else reject(httpError({ status: request.status, body, areas: ['file'] }));
      }),
    );
    request.addEventListener('error', () => finish(() => reject(networkError(platform.network.isOnline()))));
    request.addEventListener('abort', () => finish(() => reject(reasonOf(signal))));
    if (signal?.aborted) return reject(reasonOf(signal));
    signal?.addEventListener('abort', abort, { once: true });
    request.open('POST', api.url('POST /api/v1/files'));
    // Without it Firefox parses a response of unknown type as XML, and reports a syntax error.
    request.responseType = 'text';
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', key);
    restartStallTimer();
    const form = new FormData();
    form.append('file1', content.slice(0, content.size, uploadType(name)), name);
    return request.send(form);
  });
}

const reasonOf = (signal: AbortSignal | undefined): unknown =>
  signal?.reason ?? new DOMException('aborted', 'AbortError');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The media type of an upload (specification section 5). The service detects the real type by the content. */
export function uploadType(name: string): string {
  if (/\.tdf$/iu.test(name.trim())) return 'application/octet-stream';
  const kind = fileKindOf(name);
  if (kind === 'image') return 'image/jpg';
  return kind === 'video' ? 'video/mp4' : 'application/octet-stream';
}
