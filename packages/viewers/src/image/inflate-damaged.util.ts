import pako from 'pako';
import { nextTask } from '../viewer/next-task.util.ts';

const maxWindowBits = 15;
/** The data are unpacked in slices, each of which expands to 64 MiB at most. */
const sliceBytes = 64 * 1024;
/** Other tasks of the thread run after this time, and not after each slice: a picture may have millions of chunks of one byte. */
const longTaskMs = 50;

/** The state of pako's zlib, which its types leave out. */
type ZStream = { readonly output: Uint8Array | null; readonly next_out: number; readonly total_out: number };

/**
 * Unpacks a zlib stream until it ends, is cut or is damaged, with every byte before that. The error of a `DecompressionStream`
 * discards what is unpacked and not yet read.
 */
export async function* inflateDamaged(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const inflate = new pako.Inflate({ windowBits: maxWindowBits });
  const stream = (inflate as unknown as { readonly strm: ZStream }).strm;
  let unpacked: Uint8Array[] = [];
  let size = 0;
  inflate.onData = (bytes) => {
    unpacked.push(bytes as Uint8Array);
    size += bytes.length;
  };
  let taskStart = performance.now();
  for await (const slice of slicesOf(parts)) {
    const canContinue = inflate.push(slice, false);
    yield* unpacked;
    unpacked = [];
    if (!canContinue) break;
    if (performance.now() - taskStart < longTaskMs) continue;
    await nextTask();
    taskStart = performance.now();
  }
  // The bytes before the damage or the end of the data, which pako has not passed on.
  if (stream.total_out > size && stream.output) yield stream.output.subarray(0, stream.next_out);
}

async function* slicesOf(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += sliceBytes) yield part.subarray(at, at + sliceBytes);
  }
}
