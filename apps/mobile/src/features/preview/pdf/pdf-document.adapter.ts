import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- `?url` makes Vite answer the file's address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import { createPatience, type Patience } from './pdf-patience.adapter.ts';
import { ByteSourceTransport } from './pdf-range.adapter.ts';

const rangeChunkSize = 32 * 1024;
/** A worker that says nothing for so long, with all bytes at hand, is stuck on the file. */
const patienceTime = 10_000;
/** What is larger is a bomb, or no phone can hold it: the page is drawn without it. */
const maxImageSize = 100_000_000;
const mostTries = 3;

const assets = (folder: string) => new URL(`${import.meta.env.BASE_URL}pdfjs/${folder}/`, location.href).href;

export type PdfDocument = {
  readonly pdf: PDFDocumentProxy;
  readonly patience: Patience;
  /** Rejects when bytes cannot be read, which pdf.js itself never says. */
  readonly failed: Promise<never>;
  /** Ends the worker; nothing of the document stays. */
  readonly end: () => void;
};

/** What pdf.js failed with, as the preview knows it. */
export function pdfProblemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return new ViewerError('unreadable');
  if (error.name === 'PasswordException') return new ViewerError('password', { cause: error });
  const ofPdf = ['InvalidPDFException', 'FormatError', 'UnknownErrorException', 'MissingPDFException'];
  return ofPdf.includes(error.name) ? new ViewerError('unreadable', { cause: error }) : error;
}

type Source = Pick<ViewerStage, 'content' | 'askPassword' | 'signal'>;

/** Opens a document by ranges in a worker of its own; no script of it runs, and nothing is fetched but the app's files. */
export async function openPdf({ content, askPassword, signal }: Source): Promise<PdfDocument> {
  const port = new Worker(workerUrl, { type: 'module' });
  const worker = PDFWorker.create({ port });
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Somebody may look at it only later, or never.
  failed.catch(() => undefined);
  port.addEventListener('error', () => fail(new ViewerError('unreadable')));
  const transport = new ByteSourceTransport(content, (error) => fail(error));
  let asking = false;
  const patience = createPatience(patienceTime, () => asking || transport.isWaiting());
  const task = getDocument({
    range: transport,
    rangeChunkSize,
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
  let wrong = -1;
  task.onPassword = (use: (password: string) => void) => {
    wrong += 1;
    if (wrong >= mostTries) return fail(new ViewerError('password'));
    asking = true;
    const answer = async () => {
      const password = await askPassword(wrong);
      asking = false;
      if (password === null) fail(new ViewerError('password'));
      else use(password);
    };
    answer().catch(fail);
  };
  const end = () => {
    signal.removeEventListener('abort', end);
    const cut = () => {
      clearTimeout(forced);
      worker.destroy();
      port.terminate();
    };
    // A stuck worker answers nothing.
    const forced = setTimeout(cut, 1000);
    // What it still waited for ends with it, which is no failure of anything.
    task.destroy().then(cut, cut);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    const pdf = await patience.guard(Promise.race([task.promise, failed]));
    return { pdf, patience, failed, end };
  } catch (error) {
    end();
    throw pdfProblemOf(error);
  }
}
