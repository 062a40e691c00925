import { type Bytes, throwIfAborted } from './bytes.ts';
import type { ByteSource } from './source.ts';

export interface StreamOptions {
  readonly offset?: number;
  readonly length?: number;
  /** How many blocks are under way while one is being used; by default as many as four mebibytes hold. */
  readonly ahead?: number;
  readonly signal?: AbortSignal;
}

const BLOCK = 256 * 1024;
const WINDOW = 4 * 1024 * 1024;

/** Reads a source from front to back in its own blocks, a few ahead of the consumer. */
export async function* streamOf(
  source: ByteSource,
  options: StreamOptions = {},
): AsyncGenerator<Bytes, void> {
  const { offset = 0, length = source.size - offset, signal } = options;
  const block = source.blockSize || BLOCK;
  const ahead = options.ahead ?? Math.max(2, Math.floor(WINDOW / block));
  const end = Math.min(source.size, offset + length);
  const reads: Promise<Bytes>[] = [];
  let at = offset;
  while (at < end || reads.length > 0) {
    while (at < end && reads.length < ahead) {
      const next = Math.min(end, (Math.floor(at / block) + 1) * block);
      const read = source.read(at, next - at, signal);
      // Awaited below in order; until then a failure of a later one must not count as unhandled.
      read.catch(() => undefined);
      reads.push(read);
      at = next;
    }
    const bytes = await reads.shift();
    throwIfAborted(signal);
    if (bytes) yield bytes;
  }
}

/** The same for consumers that take a `ReadableStream`. Cancelling it stops reading. */
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
    // Blocks are large enough; what is under way is bounded by `ahead`.
    { highWaterMark: 0 },
  );
}
