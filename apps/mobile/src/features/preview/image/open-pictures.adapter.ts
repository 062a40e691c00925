import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import { openBrowserPicture } from './browser-picture.adapter.ts';
import type { Pictures } from './picture.types.ts';
import { decodingOf, mostBytes } from './picture-budget.rules.ts';
import { headerOf } from './picture-header.rules.ts';
import { workerPictures } from './picture-worker.adapter.ts';
import { paintedPictures } from './pixel-pictures.viewer.ts';

const piece = 1024 * 1024;
const headSize = 65_536;

/** The frames that decode formats which browsers cannot decode, or only on the main thread. */
const families = {
  'image/svg+xml': { family: 'image', kind: 'svg' },
  'image/tiff': { family: 'image', kind: 'tiff' },
  'image/heic': { family: 'heic', kind: 'heic' },
} as const;

const isFramed = (mimeType: string): mimeType is keyof typeof families => Object.hasOwn(families, mimeType);

/** Opens the pictures of a document with the decoder for its format. */
export async function openPictures(mimeType: string, stage: ViewerStage): Promise<Pictures> {
  const byFrame = async (name: keyof typeof families) => {
    const { openFramed } = await import('./framed-pictures.adapter.ts');
    return openFramed(families[name], stage);
  };
  if (isFramed(mimeType) && mimeType !== 'image/heic') return byFrame(mimeType);
  const { content, signal } = stage;
  // When the first bytes show that the picture is too large, the rest is not read.
  const head = await content.read(0, Math.min(headSize, content.size), signal);
  if (mimeType === 'image/png' && decodingOf(mimeType, headerOf(mimeType, head)).by === 'rows') {
    return openRows(stage);
  }
  if (content.size > mostBytes) throw new ViewerError('tooLarge');
  const bytes = await readAll(stage);
  const header = headerOf(mimeType, bytes);
  const decoding = decodingOf(mimeType, header);
  try {
    return await openBrowserPicture(
      { bytes, mimeType, header },
      decoding.by === 'browser' ? decoding.eighths : 8,
    );
  } catch (error) {
    signal.throwIfAborted();
    // Newer browsers decode HEIC themselves; the frame is the fallback.
    if (mimeType === 'image/heic') return byFrame(mimeType);
    throw error;
  }
}

async function openRows(stage: ViewerStage): Promise<Pictures> {
  const { content, onProgress, signal } = stage;
  if (!('DecompressionStream' in globalThis)) throw new ViewerError('tooLarge');
  const { default: PngWorker } = await import('./png.worker.ts?worker');
  const read = (offset: number, length: number) => content.read(offset, length, signal);
  const pictures = await workerPictures(() => new PngWorker(), {
    source: { size: content.size, read },
    onProgress,
  });
  signal.addEventListener('abort', pictures.end, { once: true });
  return paintedPictures(pictures, pictures.end);
}

async function readAll({ content, onProgress, signal }: ViewerStage): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = content;
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += piece) {
    bytes.set(await content.read(offset, Math.min(piece, size - offset), signal), offset);
    onProgress(Math.min(1, (offset + piece) / size));
  }
  return bytes;
}
