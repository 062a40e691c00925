import { ViewerError } from '../viewer/viewer.types.ts';
import type { FrameOptions, FrameSource } from './frame.types.ts';

const chunkBytes = 1024 * 1024;
/** Limit for parsers that need the whole document: they use a multiple of it in memory. */
const maxDocumentBytes = 96 * 1024 * 1024;

/**
 * Reads the whole document, for parsers without random access.
 * @throws ViewerError `tooLarge`
 */
export async function readWholeDocument(
  source: FrameSource,
  { onProgress }: Pick<FrameOptions, 'onProgress'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = source;
  if (size > maxDocumentBytes) throw new ViewerError('tooLarge');
  const result = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += chunkBytes) {
    result.set(await source.read(offset, Math.min(chunkBytes, size - offset)), offset);
    onProgress(Math.min(1, (offset + chunkBytes) / size));
  }
  return result;
}
