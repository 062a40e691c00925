import { type Bytes, concat, throwIfAborted } from './bytes.ts';
import { TdfError } from './error.ts';
import { type ByteSource, endOfRead } from './source.ts';

export interface HttpSourceOptions {
  readonly url: string;
  readonly fetch?: typeof fetch;
  /** Asked before every request, so that a refreshed token is used. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;

interface Answer {
  readonly bytes: Bytes;
  readonly start: number;
  readonly size: number;
  readonly etag: string | null;
}

/**
 * A source over HTTP ranges (RFC 9110 section 14). Every answer must be the range that was asked for, of the same
 * size and the same strong entity tag as the first: two versions of a file are never mixed.
 * @throws TdfError `source.unreadable` where the server refuses or knows no ranges, `source.changed`.
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
      const asked = { range: `bytes=${offset}-${end - 1}`, length: end - offset };
      const answer = await fetchRange(options, asked, condition, signal);
      if (answer.size !== size || answer.etag !== etag) throw changed();
      if (answer.start === offset && answer.bytes.length === end - offset) return answer.bytes;
      throw new TdfError('source.unreadable', 'the server sent another range');
    },
  };
}

const changed = () => new TdfError('source.changed', 'the file on the server is another one now');

/** A body of at most so many bytes: a server that sends more is not listened to. */
async function bytesOf(response: Response, most: number): Promise<Bytes> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size <= most) continue;
    await reader?.cancel();
    throw new TdfError('source.unreadable', 'the server sent more than it was asked for');
  }
  return concat(parts);
}

async function fetchRange(
  { url, fetch: call = fetch, headers }: HttpSourceOptions,
  { range, length }: { readonly range: string; readonly length: number },
  condition: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer> {
  let response: Response;
  let bytes: Bytes;
  try {
    response = await call(url, {
      headers: { ...headers?.(), ...condition, Range: range },
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
    if (response.status === 200 && 'If-Range' in condition) throw changed();
    // The whole of a large file is not wanted: what is not a range is not read.
    bytes = response.status === 206 ? await bytesOf(response, length) : new Uint8Array();
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
  throw new TdfError('source.unreadable', `the server answers ${response.status} to a range`);
}
