/** Bytes with a plain `ArrayBuffer`, as required by WebCrypto and Blob. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes a text as UTF-8. */
export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Decodes UTF-8. @throws TypeError if the bytes are not UTF-8. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

export function concat(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Compares in constant time for equal lengths, so that the duration does not reveal where two tags differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// ES2024, newer than the oldest supported browsers.
type Transferable = ArrayBuffer & { readonly transfer?: (length: number) => ArrayBuffer };

const MIN_RELEASED_BYTES = 4096;

/**
 * Frees the memory of an array that nobody uses any more, where the platform can do that. Small arrays, and parts of
 * others, are left to the garbage collector.
 */
export function release({ buffer, length }: Bytes): void {
  if (length >= MIN_RELEASED_BYTES && length === buffer.byteLength) (buffer as Transferable).transfer?.(0);
}

// `AbortSignal.reason` is newer than the oldest supported browsers.
const abortReason = (signal: AbortSignal): unknown =>
  signal.reason ?? new DOMException('aborted', 'AbortError');

/** Throws the error with which platform APIs reject after an abort. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal);
}

/** Rejects on abort. The work itself continues, because other readers may share it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal));
    const done = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(done);
  });
}
