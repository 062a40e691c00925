import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { decodeName } from './archive-item.rules.ts';

/** Random access to the bytes of a document, as a frame has it. */
export type RandomAccessBytes = {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
};

// Each worker would load the library again, although files are unpacked one at a time.
configure({ useWebWorkers: false, chunkSize: 256 * 1024 });

/** The page returns at most this many bytes for one read. */
const maxReadBytes = 4 * 1024 * 1024;

export async function readRange(
  source: RandomAccessBytes,
  offset = 0,
  length = source.size,
): Promise<Uint8Array> {
  if (length <= maxReadBytes) return source.read(offset, length);
  const result = new Uint8Array(length);
  for (let at = 0; at < length; at += maxReadBytes) {
    result.set(await source.read(offset + at, Math.min(maxReadBytes, length - at)), at);
  }
  return result;
}

class SourceReader extends Reader<RandomAccessBytes> {
  readonly #source: RandomAccessBytes;

  constructor(source: RandomAccessBytes) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }

  override readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    return readRange(this.#source, offset, Math.max(0, Math.min(length, this.size - offset)));
  }
}

/** Opens a zip over a byte source. The directory is read first, files only on demand. */
export const openZip = (source: RandomAccessBytes) =>
  new ZipReader(new SourceReader(source), {
    decodeText: (bytes, encoding) => (encoding === 'utf-8' ? undefined : decodeName(bytes)),
    filenameValidation: 'tolerant',
    strictness: 'tolerant',
  });

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Reads a file of a zip, at most `limit` bytes whatever its directory declares.
 * @throws TooLargeError
 */
export async function readEntry(
  entry: FileEntry,
  options: {
    readonly maxBytes: number;
    readonly password?: string;
    readonly signal?: AbortSignal;
    readonly onProgress?: (unpackedBytes: number) => void;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes, password, signal, onProgress } = options;
  if (entry.uncompressedSize > maxBytes) throw new TooLargeError('declared size exceeds the limit');
  const parts: Uint8Array[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(part) {
      size += part.length;
      if (size > maxBytes) throw new TooLargeError('unpacked size exceeds the limit');
      parts.push(part);
      onProgress?.(size);
    },
  });
  await entry.getData(sink, {
    ...(signal && { signal }),
    ...(password !== undefined && { password, checkSignature: true }),
  });
  const result = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
