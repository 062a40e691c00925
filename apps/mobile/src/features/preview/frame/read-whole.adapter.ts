import { ViewerError } from '../viewer.types.ts';
import type { FrameOptions, FrameSource } from './frame.types.ts';

const piece = 1024 * 1024;
/** Limit for parsers that need the whole document: they use a multiple of it in memory. */
const mostWhole = 96 * 1024 * 1024;

/**
 * Reads the whole document, for parsers without random access.
 * @throws ViewerError `tooLarge`
 */
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
