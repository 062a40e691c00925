import { type Bytes, release, throwIfAborted } from './bytes.ts';
import type { ByteSource } from './source.ts';

export interface StreamOptions {
  readonly offset?: number;
  readonly length?: number;
  /** Number of blocks read ahead while one is processed. Default: as many as fit into 4 MiB. */
  readonly blocksAhead?: number;
  /**
   * Frees the memory of a block when the next one is requested. Only for a consumer that does not use a block any longer:
   * afterwards it is empty.
   */
  readonly releaseBlocks?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_BLOCK_BYTES = 256 * 1024;
const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/** Reads a source from start to end in its own blocks, several ahead of the consumer. */
export async function* streamOf(
  source: ByteSource,
  options: StreamOptions = {},
): AsyncGenerator<Bytes, void> {
  const { offset = 0, length = source.size - offset, signal } = options;
  const block = source.blockSize || DEFAULT_BLOCK_BYTES;
  const blocksAhead = options.blocksAhead ?? Math.max(2, Math.floor(READ_AHEAD_BYTES / block));
  const end = Math.min(source.size, offset + length);
  const reads: Promise<Bytes>[] = [];
  let position = offset;
  while (position < end || reads.length > 0) {
    while (position < end && reads.length < blocksAhead) {
      const next = Math.min(end, (Math.floor(position / block) + 1) * block);
      const read = source.read(position, next - position, signal);
      // Awaited in order below. Until then a failure of a later read must not become an unhandled rejection.
      read.catch(() => undefined);
      reads.push(read);
      position = next;
    }
    const bytes = await reads.shift();
    throwIfAborted(signal);
    if (!bytes) continue;
    yield bytes;
    if (options.releaseBlocks) release(bytes);
  }
}

/** The same as a `ReadableStream`. Cancelling it stops reading. */
export function readableOf(chunks: AsyncGenerator<Bytes, void>): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    // Blocks are large, and `blocksAhead` limits concurrent reads: the stream itself buffers nothing.
    { highWaterMark: 0 },
  );
}
