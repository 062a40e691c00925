import './pdf.polyfills.ts';
import type { ByteSource } from '@sealflow/tdf/reader';
import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ByteSourceTransport } from './pdf-range.adapter.ts';

const rangeChunkSize = 32 * 1024;
/** What is larger is a bomb, or no phone can hold it: the page is drawn without it. */
const maxImageSize = 100_000_000;
/** A worker that is asked to end and does not is stuck. */
const endTime = 1000;

const assets = (folder: string) => new URL(`${import.meta.env.BASE_URL}pdfjs/${folder}/`, location.href).href;

type TaskOptions = {
  readonly content: ByteSource;
  readonly password: string | null;
  /** Asked as often as the password is missing or wrong; null to give up. */
  readonly askPassword: () => Promise<string | null>;
  /** Bytes could not be read, or the worker broke: pdf.js itself would wait for ever. */
  readonly onFailure: (error: unknown) => void;
};

export type PdfTask = {
  readonly opened: Promise<PDFDocumentProxy>;
  readonly isWaiting: () => boolean;
  readonly bytesRead: () => number;
  readonly end: () => void;
};

/** Opens a document by ranges in a worker of its own; no script of it runs, and nothing is fetched but the app's files. */
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
      // What it still waited for ends with it, which is no failure of anything.
      task.destroy().then(cut, cut);
    },
  };
}
