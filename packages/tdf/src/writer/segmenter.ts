import type { Bytes } from '../bytes.ts';
import { SEGMENT_BYTES } from '../manifest.ts';
import type { ByteSource } from '../source.ts';
import { type StreamOptions, streamOf } from '../stream.ts';

/** Content to seal. Chunks of a stream may have any size, and are not used after the next one is requested. */
export type Content = Bytes | ByteSource | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** The size of the content in bytes, if it is known without reading. */
export function sizeOf(content: Content): number | undefined {
  if (content instanceof Uint8Array) return content.length;
  return 'size' in content ? content.size : undefined;
}

type ReadOptions = Pick<StreamOptions, 'signal' | 'releaseBlocks'>;

function chunksOf(content: Content, options: ReadOptions): AsyncIterable<Uint8Array> {
  if (content instanceof Uint8Array) return onlyChunk(content);
  if ('getReader' in content) return readerChunks(content);
  return 'read' in content ? streamOf(content, options) : content;
}

async function* onlyChunk(content: Bytes): AsyncGenerator<Bytes, void> {
  yield content;
}

// Some supported browsers cannot iterate a ReadableStream.
async function* readerChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    ended = true;
  } finally {
    if (!ended) await reader.cancel();
  }
}

/** Splits content into plaintext segments, of which the last may be shorter. Empty content gives one empty segment. */
export async function* segmentsIn(content: Content, options: ReadOptions = {}): AsyncGenerator<Bytes, void> {
  let buffer = new Uint8Array(SEGMENT_BYTES);
  let filled = 0;
  let emittedSegments = 0;
  for await (const chunk of chunksOf(content, options)) {
    for (let at = 0; at < chunk.length; ) {
      const rest = chunk.subarray(at, at + SEGMENT_BYTES);
      if (filled === 0 && isFullSegment(rest)) {
        yield rest;
        emittedSegments += 1;
        at += SEGMENT_BYTES;
        continue;
      }
      const part = chunk.subarray(at, at + SEGMENT_BYTES - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < SEGMENT_BYTES) continue;
      yield buffer;
      emittedSegments += 1;
      filled = 0;
      buffer = new Uint8Array(SEGMENT_BYTES);
    }
  }
  if (filled > 0 || emittedSegments === 0) yield buffer.subarray(0, filled);
}

// WebCrypto copies its input immediately, so a complete segment within a chunk needs no further copy.
const isFullSegment = (rest: Uint8Array): rest is Bytes =>
  rest.length === SEGMENT_BYTES && rest.buffer instanceof ArrayBuffer;
