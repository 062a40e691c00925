import './pdf.polyfills.ts';
import type { ByteSource } from '@sealflow/tdf/reader';
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ByteSourceTransport } from './pdf-range.adapter.ts';

const rangeChunkSize = 32 * 1024;
/**
 * A larger image is a decompression bomb or exceeds the memory of any phone: the page is drawn without it.
 */
const maxImageSize = 100_000_000;
/** A worker that does not end within this time is stuck and is terminated. */
const endTime = 1000;

const assets = (folder: string) => new URL(`${import.meta.env.BASE_URL}pdfjs/${folder}/`, location.href).href;

type TaskOptions = {
  readonly content: ByteSource;
  readonly password: string | null;
  /** Called whenever the password is missing or wrong; null cancels. */
  readonly askPassword: () => Promise<string | null>;
  /** Called when bytes cannot be read or the worker fails. pdf.js itself would wait forever. */
  readonly onFailure: (error: unknown) => void;
};

export type PdfTask = {
  readonly opened: Promise<PDFDocumentProxy>;
  readonly isWaiting: () => boolean;
  readonly bytesRead: () => number;
  readonly end: () => void;
};

/**
 * Opens a document by range requests in its own worker. Scripts in the document do not run, and only files of
 * the app are fetched.
 */
export function startTask({ content, password, askPassword, onFailure }: TaskOptions): PdfTask {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  port.addEventListener('error', onFailure);
  const worker = PDFWorker.create({ port });
  const transport = new ByteSourceTransport(content, onFailure);
  const task = getDocument({
    range: transport,
    rangeChunkSize,
    ...(password === null ? {} : { password }),
    disableAutoFetch: true,
    disableStream: true,
    worker,
    cMapUrl: assets('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: assets('standard_fonts'),
    wasmUrl: assets('wasm'),
    iccUrl: assets('iccs'),
    enableXfa: false,
    stopAtErrors: false,
    disableWorkerRendering: true,
    maxImageSize,
    verbosity: 0,
  });
  task.onPassword = (use: (password: string) => void) => {
    const answer = async () => {
      const given = await askPassword();
      if (given !== null) use(given);
    };
    answer().catch(onFailure);
  };
  let ended = false;
  return {
    opened: task.promise,
    isWaiting: transport.isWaiting,
    bytesRead: transport.bytesRead,
    end: () => {
      if (ended) return;
      ended = true;
      const cut = () => {
        clearTimeout(forced);
        worker.destroy();
        port.terminate();
      };
      const forced = setTimeout(cut, endTime);
      // Rejections of pending operations are expected here.
      task.destroy().then(cut, cut);
    },
  };
}
