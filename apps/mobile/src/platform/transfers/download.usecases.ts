import { limits } from '@sealflow/domain/limits';
import { networkError, timeoutError } from '@sealflow/sdk/api.errors.ts';
import { ApiError } from '../api/index.ts';
import type { FilesPort } from '../ports/files.port.ts';
import type { NetworkPort } from '../ports/network.port.ts';
import { sha256OfFile } from './digest.util.ts';
import { delay, isTransient } from './retry.rules.ts';

export type Download = {
  readonly files: FilesPort;
  readonly network: NetworkPort;
  /** Path of the completed file. */
  readonly path: string;
  readonly size: number;
  /**
   * Lower-case hex; also the entity tag of this content at the service. Null if unknown: a partial file may then be
   * of other content, so each attempt starts over.
   */
  readonly sha256: string | null;
  /** Requests the bytes from an offset; `ifRange` if that is not the beginning. */
  readonly open: (range: {
    readonly range: string;
    readonly ifRange?: string;
    readonly signal: AbortSignal;
  }) => Promise<Response>;
  readonly onProgress?: (received: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Replaces the delay between attempts in tests. */
  readonly wait?: typeof delay;
};

/** Buffer size of writes: each write goes through a worker or a bridge. */
const writeBytes = 1024 * 1024;
const stalledAfterMs = 30_000;

/** Path of an incomplete download. */
export const partPathOf = (path: string) => `${path}.part`;

/**
 * Downloads a file. Received bytes stay, also when the app is killed: the next attempt continues there. A failed
 * attempt is repeated twice, 3 s apart (specification section 8). Only a file of the right size and digest gets its
 * name.
 * @throws ApiError `file.download_failed`, or the service's error; StorageError; the signal's reason.
 */
export async function download(request: Download): Promise<void> {
  const { wait = delay, signal } = request;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(request);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || retries >= limits.maxDownloadRetries) throw error;
      await wait(limits.downloadRetryWaitMs, signal);
    }
  }
}

async function attempt(request: Download): Promise<void> {
  const { files, path, size, sha256, signal } = request;
  const partPath = partPathOf(path);
  if (sha256 === null) await files.remove(partPath);
  const receivedBytes = (await files.stat(partPath))?.size ?? 0;
  if (receivedBytes > size) await files.remove(partPath);
  if (receivedBytes !== size) await fetchRest(request, receivedBytes > size ? 0 : receivedBytes);
  else if (size === 0) await files.write(partPath, new Uint8Array());
  const isComplete = (await files.stat(partPath))?.size === size;
  const whole = isComplete && (sha256 === null || (await sha256OfFile(files, partPath, signal)) === sha256);
  if (!whole) {
    await files.remove(partPath);
    throw downloadFailedError();
  }
  await files.move(partPath, path);
}

async function fetchRest(request: Download, receivedBytes: number): Promise<void> {
  const { files, path, size, sha256, open, signal } = request;
  const response = await open({
    range: `bytes=${receivedBytes}-`,
    ...(receivedBytes > 0 ? { ifRange: `"${sha256}"` } : {}),
    signal,
  });
  // A 200 in response to a range request is the whole current content.
  const start = response.status === 206 ? receivedBytes : 0;
  const total = start + Number(response.headers.get('Content-Length') ?? size - start);
  if (total !== size || !startsAt(response, start)) {
    await response.body?.cancel();
    throw downloadFailedError();
  }
  if (start === 0) await files.write(partPathOf(path), new Uint8Array());
  await append(request, response, start);
}

/** A cache in between may answer with another range than requested. */
function startsAt(response: Response, start: number): boolean {
  const range = response.headers.get('Content-Range');
  return response.status !== 206 || range === null || range.startsWith(`bytes ${start}-`);
}

async function append(request: Download, response: Response, start: number): Promise<void> {
  const { files, path, size, signal, onProgress, network } = request;
  const reader = response.body?.getReader();
  if (reader === undefined) throw downloadFailedError();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let received = start;
  const write = async () => {
    if (bufferedBytes === 0) return;
    await files.appendChunk(partPathOf(path), concatenate(buffered, bufferedBytes));
    buffered = [];
    bufferedBytes = 0;
  };
  try {
    onProgress?.(received, size);
    for (;;) {
      const { done, value } = await withStallTimeout(reader.read(), network);
      signal.throwIfAborted();
      if (done) break;
      buffered.push(value);
      bufferedBytes += value.length;
      received += value.length;
      if (bufferedBytes >= writeBytes) await write();
      onProgress?.(received, size);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    // Bytes received before a failure are stored, not fetched again.
    await write();
  }
  if (received !== size) throw networkError(network.isOnline());
}

async function withStallTimeout<T>(reading: Promise<T>, network: NetworkPort): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError(stalledAfterMs)), stalledAfterMs);
  });
  try {
    return await Promise.race([reading, timeout]);
  } catch (error) {
    throw error instanceof ApiError ? error : networkError(network.isOnline());
  } finally {
    clearTimeout(timer);
  }
}

function concatenate(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const partPath of parts) {
    whole.set(partPath, at);
    at += partPath.length;
  }
  return whole;
}

const downloadFailedError = () => new ApiError({ kind: 'http', code: 'file.download_failed', message: '' });
