import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type BodyEncoding = 'br' | 'gzip';

/** Shorter bodies would hardly become smaller. The same limit applies to answers that are not cached. */
const minCompressedLength = 2048;
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The encodings by header: clients send few different ones. */
const encodings = new Map<string, BodyEncoding | undefined>();
const maxHeaders = 100;

/** The encoding of an answer for the client: the shortest one that it accepts (RFC 9110, section 12.5.3). */
export function preferredEncoding(headers: IncomingHttpHeaders): BodyEncoding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || headers['x-no-compression'] !== undefined) return undefined;
  if (encodings.has(accepted)) return encodings.get(accepted);
  const encoding = parseAccepted(accepted);
  if (encodings.size >= maxHeaders) encodings.clear();
  encodings.set(accepted, encoding);
  return encoding;
}

function parseAccepted(accepted: string): BodyEncoding | undefined {
  const parts = accepted.toLowerCase().split(',');
  const wanted = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
  const names = new Set(wanted.map((part) => part.split(';')[0]?.trim()));
  return (['br', 'gzip'] as const).find((encoding) => names.has(encoding));
}

/** @returns undefined if the body is too short. */
export function compressBody(text: string, encoding: BodyEncoding): Buffer | undefined {
  if (Buffer.byteLength(text) < minCompressedLength) return undefined;
  return encoding === 'br' ? brotliCompressSync(text, brotliOptions) : gzipSync(text);
}
