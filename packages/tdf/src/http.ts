import { type Bytes, concat, throwIfAborted } from './bytes.ts';
import { TdfError } from './error.ts';
import { type ByteSource, endOfRead } from './source.ts';

export interface HttpSourceOptions {
  readonly url: string;
  readonly fetch?: typeof fetch;
  /** Called before every request, so that a refreshed token is used. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;

interface RangeResponse {
  readonly bytes: Bytes;
  readonly start: number;
  readonly size: number;
  readonly etag: string | null;
}

/**
 * A source over HTTP range requests (RFC 9110 section 14). Every response must be exactly the requested range, with the
 * same size and the same strong entity tag as the first, so that two versions of a file are never mixed.
 * @throws TdfError `source.unreadable` if the server rejects the request or does not support ranges, `source.changed`.
 */
export async function httpSource(options: HttpSourceOptions): Promise<ByteSource> {
  const first = await fetchRange(options, { range: 'bytes=0-0', length: 1 }, {}, options.signal);
  const { size, etag } = first;
  const condition: Record<string, string> = etag && !etag.startsWith('W/') ? { 'If-Range': etag } : {};
  return {
    size,
    async read(offset, length, signal) {
      const end = endOfRead(size, offset, length);
      if (end === offset) return new Uint8Array();
      const request = { range: `bytes=${offset}-${end - 1}`, length: end - offset };
      const answer = await fetchRange(options, request, condition, signal);
      if (answer.size !== size || answer.etag !== etag) throw changedError();
      if (answer.start === offset && answer.bytes.length === end - offset) return answer.bytes;
      throw new TdfError('source.unreadable', 'the response is not the requested range');
    },
  };
}

const changedError = () => new TdfError('source.changed', 'the file on the server has changed');

/** Reads a body of at most `maxBytes`, and cancels a longer one. */
async function readBounded(response: Response, maxBytes: number): Promise<Bytes> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size <= maxBytes) continue;
    await reader?.cancel();
    throw new TdfError('source.unreadable', 'the response is longer than the requested range');
  }
  return concat(parts);
}

async function fetchRange(
  { url, fetch: call = fetch, headers }: HttpSourceOptions,
  { range, length }: { readonly range: string; readonly length: number },
  condition: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<RangeResponse> {
  let response: Response;
  let bytes: Bytes;
  try {
    response = await call(url, {
      headers: { ...headers?.(), ...condition, Range: range },
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
    if (response.status === 200 && 'If-Range' in condition) throw changedError();
    // A response with the whole file is not read: it may be large.
    bytes = response.status === 206 ? await readBounded(response, length) : new Uint8Array();
    if (response.status !== 206) await response.body?.cancel();
  } catch (cause) {
    throwIfAborted(signal);
    if (cause instanceof TdfError) throw cause;
    throw new TdfError('source.unreadable', 'the server cannot be reached', { cause });
  }
  const etag = response.headers.get('ETag');
  const contentRange = response.headers.get('Content-Range');
  if (response.status === 416 && contentRange === 'bytes */0') return { bytes, start: 0, size: 0, etag };
  const [, start, , size] = CONTENT_RANGE.exec(contentRange ?? '') ?? [];
  if (response.status === 206 && Number.isSafeInteger(Number(size)))
    return { bytes, start: Number(start), size: Number(size), etag };
  throw new TdfError('source.unreadable', `the range request failed with status ${response.status}`);
}
