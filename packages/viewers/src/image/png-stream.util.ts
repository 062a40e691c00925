import type { FrameSource } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { createBufferedReader } from './buffered-reader.util.ts';
import { inflateDamaged } from './inflate-damaged.util.ts';
import type { PngFormat } from './png-rows.rules.ts';

const windowBytes = 1024 * 1024;

export type PngStream = {
  readonly format: PngFormat;
  /** The unpacked rows, starting at the first one. They end where the data are cut or damaged. */
  readonly rows: (onRead: (share: number) => void) => AsyncGenerator<Uint8Array, void>;
};

/** Opens a PNG as a stream of rows. */
export async function openPng(source: FrameSource): Promise<PngStream> {
  const reader = createBufferedReader(source, windowBytes);
  const chunkAt = async (offset: number) => {
    const head = await reader(offset, 8);
    if (head.length < 8) return null;
    const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
    return { type: String.fromCharCode(...head.subarray(4)), length, body: offset + 8 };
  };
  let [palette, transparency] = [new Uint8Array(), new Uint8Array()];
  let offset = 33;
  const head = Uint8Array.from(await reader(0, offset));
  if (head.length < offset) throw new ViewerError('imageFailed');
  for (;;) {
    const chunk = await chunkAt(offset);
    if (chunk === null || chunk.type === 'IEND') throw new ViewerError('imageFailed');
    if (chunk.type === 'IDAT') break;
    const isSmallChunk = chunk.length <= 768;
    if (isSmallChunk && chunk.type === 'PLTE')
      palette = Uint8Array.from(await reader(chunk.body, chunk.length));
    if (isSmallChunk && chunk.type === 'tRNS')
      transparency = Uint8Array.from(await reader(chunk.body, chunk.length));
    offset = chunk.body + chunk.length + 4;
  }
  const dataOffset = offset;
  const packed = (onRead: (share: number) => void) => {
    let at = dataOffset;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const chunk = await chunkAt(at);
        if (chunk?.type !== 'IDAT') {
          controller.close();
          return;
        }
        for (let offsetInChunk = 0; offsetInChunk < chunk.length; offsetInChunk += windowBytes) {
          const chunkPart = await reader(
            chunk.body + offsetInChunk,
            Math.min(windowBytes, chunk.length - offsetInChunk),
          );
          if (chunkPart.length === 0) break;
          controller.enqueue(Uint8Array.from(chunkPart));
        }
        at = chunk.body + chunk.length + 4;
        onRead(Math.min(1, at / source.size));
      },
    });
  };
  const rows: PngStream['rows'] = (onRead) => unpack(() => packed(onRead));
  const data = new DataView(head.buffer);
  const format: PngFormat = {
    width: data.getUint32(16),
    height: data.getUint32(20),
    depth: head[24] ?? 8,
    colorType: head[25] ?? 2,
    palette,
    transparency,
  };
  return { format, rows };
}

/**
 * Unpacks a zlib stream up to its end, its cut or its damage. After an error the rest is unpacked from the beginning, by a slower way that
 * keeps every byte before the error.
 * @param open - opens the packed data at their beginning.
 */
async function* unpack(
  open: () => ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array, void> {
  let passed = 0;
  try {
    for await (const bytes of chunksOf(open().pipeThrough(new DecompressionStream('deflate')))) {
      yield bytes;
      passed += bytes.length;
    }
    return;
  } catch {
    // The data are cut or damaged.
  }
  let skipped = 0;
  for await (const bytes of inflateDamaged(chunksOf(open()))) {
    const known = Math.min(bytes.length, passed - skipped);
    skipped += known;
    if (known < bytes.length) yield bytes.subarray(known);
  }
}

/** Not every browser iterates streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
