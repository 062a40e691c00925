import { limits } from '@sealflow/domain/limits';
import { networkError, timeoutError } from '../api/api.errors.ts';
import { ApiError } from '../api/index.ts';
import type { FilesPort } from '../ports/files.port.ts';
import type { NetworkPort } from '../ports/network.port.ts';
import { digestOf } from './digest.usecases.ts';
import { isPassing, pause } from './retry.rules.ts';

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
  readonly wait?: typeof pause;
};

/** Buffer size of writes: each write goes through a worker or a bridge. */
const writeSize = 1024 * 1024;
const stalledAfter = 30_000;

/** Path of an incomplete download. */
export const partOf = (path: string) => `${path}.part`;

/**
 * Downloads a file. Received bytes stay, also when the app is killed: the next attempt continues there. A failed
 * attempt is repeated twice, 3 s apart (specification section 8). Only a file of the right size and digest gets its
 * name.
 * @throws ApiError `file.download_failed`, or the service's error; StorageError; the signal's reason.
 */
export async function download(request: Download): Promise<void> {
  const { wait = pause, signal } = request;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(request);
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || retries >= limits.downloadRetries) throw error;
      await wait(limits.downloadRetryWait, signal);
    }
  }
}

async function attempt(request: Download): Promise<void> {
  const { files, path, size, sha256, signal } = request;
  const part = partOf(path);
  if (sha256 === null) await files.remove(part);
  const begun = (await files.stat(part))?.size ?? 0;
  if (begun > size) await files.remove(part);
  if (begun !== size) await fetchRest(request, begun > size ? 0 : begun);
  else if (size === 0) await files.write(part, new Uint8Array());
  const isComplete = (await files.stat(part))?.size === size;
  const whole = isComplete && (sha256 === null || (await digestOf(files, part, signal)) === sha256);
  if (!whole) {
    await files.remove(part);
    throw failed();
  }
  await files.move(part, path);
}

async function fetchRest(request: Download, begun: number): Promise<void> {
  const { files, path, size, sha256, open, signal } = request;
  const answer = await open({
    range: `bytes=${begun}-`,
    ...(begun > 0 ? { ifRange: `"${sha256}"` } : {}),
    signal,
  });
  // A 200 in response to a range request is the whole current content.
  const start = answer.status === 206 ? begun : 0;
  const total = start + Number(answer.headers.get('Content-Length') ?? size - start);
  if (total !== size || !startsAt(answer, start)) {
    await answer.body?.cancel();
    throw failed();
  }
  if (start === 0) await files.write(partOf(path), new Uint8Array());
  await append(request, answer, start);
}

/** A cache in between may answer with another range than requested. */
function startsAt(answer: Response, start: number): boolean {
  const range = answer.headers.get('Content-Range');
  return answer.status !== 206 || range === null || range.startsWith(`bytes ${start}-`);
}

async function append(request: Download, answer: Response, start: number): Promise<void> {
  const { files, path, size, signal, onProgress, network } = request;
  const reader = answer.body?.getReader();
  if (reader === undefined) throw failed();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  let held: Uint8Array[] = [];
  let heldSize = 0;
  let received = start;
  const write = async () => {
    if (heldSize === 0) return;
    await files.appendChunk(partOf(path), joined(held, heldSize));
    held = [];
    heldSize = 0;
  };
  try {
    onProgress?.(received, size);
    for (;;) {
      const { done, value } = await inTime(reader.read(), network);
      signal.throwIfAborted();
      if (done) break;
      held.push(value);
      heldSize += value.length;
      received += value.length;
      if (heldSize >= writeSize) await write();
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

async function inTime<T>(reading: Promise<T>, network: NetworkPort): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError(stalledAfter)), stalledAfter);
  });
  try {
    return await Promise.race([reading, late]);
  } catch (error) {
    throw error instanceof ApiError ? error : networkError(network.isOnline());
  } finally {
    clearTimeout(timer);
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const failed = () => new ApiError({ kind: 'http', code: 'file.download_failed', message: '' });
