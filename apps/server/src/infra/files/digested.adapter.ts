import { createHash } from 'node:crypto';

export interface Digested {
  /** The same content, to be read once. */
  readonly content: AsyncGenerator<Uint8Array, void>;
  /** Bytes that have gone by. */
  readonly size: () => number;
  /** SHA-256 in lower-case hex; asked once, when all has gone by. */
  readonly sha256: () => string;
}

/** Passes content on, and keeps its length and digest. */
export function digested(content: AsyncIterable<Uint8Array>): Digested {
  const hash = createHash('sha256');
  let size = 0;
  const passed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  return { content: passed(), size: () => size, sha256: () => hash.digest('hex') };
}
