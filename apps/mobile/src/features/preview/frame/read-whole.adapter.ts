import { ViewerError } from '../viewer.types.ts';
import type { FrameOptions, FrameSource } from './frame.types.ts';

const piece = 1024 * 1024;
/** What parsers that need a whole document are given at most: they take a multiple of it in memory. */
const mostWhole = 96 * 1024 * 1024;

/** All of a document, for parsers that cannot ask for parts of it. */
export async function readWhole(
  source: FrameSource,
  { onProgress }: Pick<FrameOptions, 'onProgress'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = source;
  if (size > mostWhole) throw new ViewerError('tooLarge');
  const whole = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += piece) {
    whole.set(await source.read(offset, Math.min(piece, size - offset)), offset);
    onProgress(Math.min(1, (offset + piece) / size));
  }
  return whole;
}
