import { ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import { openBrowserPicture } from './browser-picture.util.ts';
import type { Pictures } from './picture.types.ts';
import { chooseDecoding, maxFileBytes } from './picture-budget.rules.ts';
import { parsePictureHeader } from './picture-header.rules.ts';
import { openWorkerPictures } from './picture-worker.util.ts';
import { createPixelPictures } from './pixel-pictures.viewer.ts';

const chunkBytes = 1024 * 1024;
const headBytes = 65_536;

/** The frames that decode formats which browsers cannot decode, or only on the main thread. */
const framedFormats = {
  'image/svg+xml': { family: 'image', kind: 'svg' },
  'image/tiff': { family: 'image', kind: 'tiff' },
  'image/heic': { family: 'heic', kind: 'heic' },
} as const;

const isFramed = (mimeType: string): mimeType is keyof typeof framedFormats =>
  Object.hasOwn(framedFormats, mimeType);

/** Opens the pictures of a document with the decoder for its format. */
export async function openPictures(mimeType: string, stage: ViewerStage): Promise<Pictures> {
  const openByFrame = async (name: keyof typeof framedFormats) => {
    const { openFramedPictures } = await import('./framed-pictures.viewer.ts');
    return openFramedPictures(framedFormats[name], stage);
  };
  if (isFramed(mimeType) && mimeType !== 'image/heic') return openByFrame(mimeType);
  const { content, signal } = stage;
  // When the first bytes show that the picture is too large, the rest is not read.
  const head = await content.read(0, Math.min(headBytes, content.size), signal);
  if (
    mimeType === 'image/png' &&
    chooseDecoding(mimeType, parsePictureHeader(mimeType, head)).by === 'rows'
  ) {
    return openPngRows(stage);
  }
  if (content.size > maxFileBytes) throw new ViewerError('tooLarge');
  const bytes = await readContent(stage);
  const header = parsePictureHeader(mimeType, bytes);
  const decoding = chooseDecoding(mimeType, header);
  try {
    return await openBrowserPicture(
      { bytes, mimeType, header },
      decoding.by === 'browser' ? decoding.eighths : 8,
    );
  } catch (error) {
    signal.throwIfAborted();
    // Newer browsers decode HEIC themselves; the frame is the fallback.
    if (mimeType === 'image/heic') return openByFrame(mimeType);
    throw error;
  }
}

async function openPngRows(stage: ViewerStage): Promise<Pictures> {
  const { content, onProgress, signal } = stage;
  if (!('DecompressionStream' in globalThis)) throw new ViewerError('tooLarge');
  const { default: PngWorker } = await import('./png.worker.ts?worker');
  const read = (offset: number, length: number) => content.read(offset, length, signal);
  const pictures = await openWorkerPictures(() => new PngWorker(), {
    source: { size: content.size, read },
    onProgress,
  });
  signal.addEventListener('abort', pictures.terminate, { once: true });
  return createPixelPictures(pictures, pictures.terminate);
}

async function readContent({ content, onProgress, signal }: ViewerStage): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = content;
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += chunkBytes) {
    bytes.set(await content.read(offset, Math.min(chunkBytes, size - offset), signal), offset);
    onProgress(Math.min(1, (offset + chunkBytes) / size));
  }
  return bytes;
}
