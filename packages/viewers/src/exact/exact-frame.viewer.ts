import type { ShowFrame } from '../frame/frame.types.ts';
import { type Call, CallError, connectPort } from '../frame/port-calls.util.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { EngineFilesApi, EngineWorkerApi, ReadEngine } from './engine.types.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import EngineWorker from './engine.worker.ts?worker&inline';
import { repairPictures } from './repair-pictures.util.ts';

/** The share of the work that a chunk of the engine counts for. There are about 26 of them. */
const shareOfChunk = 0.015;
/** The shares of the work that are done when the engine has started and when the document has arrived. */
const shareWhenStarted = 0.5;
const shareWhenRead = 0.6;
/** The share that a report of the conversion counts for, up to the last share: the reports of three minutes. */
const shareOfReport = 0.006;
const lastShare = 0.98;

/**
 * Converts the document to PDF. The engine is LibreOffice, which runs in a worker of this frame for this one document: no
 * document can leave anything for the next one. A damaged picture ends the engine; then a new one gets the document with its
 * pictures repaired.
 */
export const show: ShowFrame = async (_, source, { kind, name, onProgress, readEngine }) => {
  if (!crossOriginIsolated || !readEngine) throw new ViewerError('viewerNotLoaded');
  const readDocument = () => readWholeDocument(source, { onProgress: () => undefined });
  const [first, second] = progressOfAttempts(onProgress);
  const options = { kind, name, readEngine };
  try {
    return { rendition: await convertInWorker(readDocument, { ...options, onProgress: first }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const repaired = await repairPictures(await readDocument()).catch(() => null);
    if (repaired === null) throw new ViewerError('unreadable', { cause: error });
    try {
      return { rendition: await convertInWorker(async () => repaired, { ...options, onProgress: second }) };
    } catch (secondError) {
      if (secondError instanceof CallError) throw new ViewerError('unreadable', { cause: secondError });
      throw secondError;
    }
  }
};

/** The progress of two attempts. The second one continues where the first one ended: less would not count as progress. */
function progressOfAttempts(onProgress: (share: number) => void) {
  let reached = 0;
  return [
    (share: number) => onProgress((reached = share)),
    (share: number) => onProgress(reached + (1 - reached) * share),
  ] as const;
}

type ConversionOptions = {
  readonly kind: string;
  readonly name: string;
  readonly onProgress: (share: number) => void;
  readonly readEngine: ReadEngine;
};

/** Converts a document with an engine of its own. @throws CallError if the engine ends or refuses the document. */
async function convertInWorker(
  readDocument: () => Promise<Uint8Array>,
  { kind, name, onProgress, readEngine }: ConversionOptions,
): Promise<Uint8Array> {
  const worker = new EngineWorker();
  const { port1, port2 } = new MessageChannel();
  const aborter = new AbortController();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    aborter.abort();
  });
  let readChunks = 0;
  let share = shareWhenRead;
  // Reading and compiling the engine takes long on a busy device. Each chunk is progress, so that the engine does not count as stuck.
  const files: EngineFilesApi = {
    advance() {
      share = Math.min(share + shareOfReport, lastShare);
      onProgress(share);
    },
    readEngine(file, index) {
      readChunks += 1;
      onProgress(Math.min(readChunks * shareOfChunk, shareWhenStarted));
      return readEngine(file, index);
    },
  };
  const call: Call<EngineWorkerApi> = connectPort(port1, files, aborter.signal);
  worker.postMessage(null, [port2]);
  try {
    const [document] = await Promise.all([
      readDocument(),
      call('start').then(() => onProgress(shareWhenStarted)),
    ]);
    onProgress(shareWhenRead);
    return await call('convert', document, name, kind);
  } finally {
    worker.terminate();
    port1.close();
  }
}
