import { Readable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ZipOptions {
  /** Encrypts every entry with AES-256. */
  readonly passphrase?: string | undefined;
  /** Approximate total bytes of the entries. */
  readonly size: number;
  readonly at: Date;
}

/** Above this size the archive requires ZIP64: 32-bit sizes and offsets would overflow. */
const zip64ThresholdBytes = 0xff00_0000;

/** A ZIP archive of uncompressed entries, as a stream with constant memory. */
export async function* createZip(
  entries: AsyncIterable<ZipEntry>,
  { passphrase, size, at }: ZipOptions,
): AsyncGenerator<Uint8Array, void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, {
    level: 0,
    useWebWorkers: false,
    keepOrder: true,
    lastModDate: at,
    zip64: size > zip64ThresholdBytes,
    ...(passphrase === undefined ? {} : { password: passphrase, encryptionStrength: 3 }),
  });
  const writing = (async () => {
    try {
      for await (const { name, content } of entries) await zip.add(name, webStream(content));
      await zip.close();
    } catch (error) {
      await writable.abort(error).catch(() => {});
      throw error;
    }
  })();
  // Awaited below; until then a failure must not count as unhandled.
  writing.catch(() => {});
  try {
    yield* readable;
  } catch (error) {
    // The error of the writer is the cause; the readable side only reports the abort.
    await writing;
    throw error;
  }
  await writing;
}

/** Returns a function that makes entry names unique, ignoring case, by appending a number. */
export function createUniqueNamer(): (name: string) => string {
  const usedNames = new Set<string>();
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let candidate = name;
    for (let count = 2; usedNames.has(candidate.toLowerCase()); count += 1)
      candidate = `${stem} (${count})${extension}`;
    usedNames.add(candidate.toLowerCase());
    return candidate;
  };
}

function webStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(content, { highWaterMark: 1 })) as ReadableStream<Uint8Array>;
}
