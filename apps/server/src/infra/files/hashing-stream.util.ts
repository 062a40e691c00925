import { createHash } from 'node:crypto';

export interface HashingStream {
  /** The unchanged content; can be read once. */
  readonly content: AsyncGenerator<Uint8Array, void>;
  /** Bytes read so far. */
  readonly size: () => number;
  /** SHA-256 in lower-case hex. Call it once, after the content was read to its end. */
  readonly sha256: () => string;
}

/** Wraps content in a stream that computes its length and digest while it is read. */
export function createHashingStream(content: AsyncIterable<Uint8Array>): HashingStream {
  const hash = createHash('sha256');
  let size = 0;
  const passThrough = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  return { content: passThrough(), size: () => size, sha256: () => hash.digest('hex') };
}
