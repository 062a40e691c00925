import './pdf-polyfills.ts';
import type { ByteSource } from '@sealflow/tdf/reader';
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ByteSourceTransport } from './pdf-range.util.ts';

const rangeChunkSize = 32 * 1024;
/**
 * A larger image is a decompression bomb or exceeds the memory of any phone: the page is drawn without it.
 */
const maxImageSize = 100_000_000;
/** A worker that does not end within this time is stuck and is terminated. */
const terminateAfterMs = 1000;

const assetUrl = (folder: string) =>
  new URL(`${import.meta.env.BASE_URL}pdfjs/${folder}/`, location.href).href;

type TaskOptions = {
  readonly content: ByteSource;
  readonly password: string | null;
  /** Called whenever the password is missing or wrong. After null the document stays unopened until `end` is called. */
  readonly requestPassword: () => Promise<string | null>;
  /** Called when bytes cannot be read or the worker fails. pdf.js itself would wait forever. */
  readonly onFailure: (error: unknown) => void;
};

export type PdfTask = {
  readonly opened: Promise<PDFDocumentProxy>;
  /** Whether requested bytes are outstanding. */
  readonly isWaiting: () => boolean;
  readonly bytesRead: () => number;
  readonly end: () => void;
};

/**
 * Opens a document by range requests in its own worker. Scripts in the document do not run, and only files of
 * the app are fetched.
 */
export function startTask({ content, password, requestPassword, onFailure }: TaskOptions): PdfTask {
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
    cMapUrl: assetUrl('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: assetUrl('standard_fonts'),
    wasmUrl: assetUrl('wasm'),
    iccUrl: assetUrl('iccs'),
    enableXfa: false,
    stopAtErrors: false,
    disableWorkerRendering: true,
    maxImageSize,
    verbosity: 0,
  });
  task.onPassword = (continueWith: (password: string) => void) => {
    const submitPassword = async () => {
      const entered = await requestPassword();
      if (entered !== null) continueWith(entered);
    };
    submitPassword().catch(onFailure);
  };
  let isEnded = false;
  return {
    opened: task.promise,
    isWaiting: transport.isWaiting,
    bytesRead: transport.bytesRead,
    end: () => {
      if (isEnded) return;
      isEnded = true;
      const terminate = () => {
        clearTimeout(terminateTimer);
        worker.destroy();
        port.terminate();
      };
      const terminateTimer = setTimeout(terminate, terminateAfterMs);
      // Rejections of pending operations are expected here.
      task.destroy().then(terminate, terminate);
    },
  };
}
