import type { ShowFrame } from '../frame/frame.types.ts';
import { type Call, CallError, connectPort } from '../frame/port-calls.util.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { EngineFilesApi, EngineWorkerApi } from './engine.types.ts';
// oxlint-disable-next-line import/default -- the bundler makes the class of it
import EngineWorker from './engine.worker.ts?worker&inline';

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
 * document can leave anything for the next one.
 */
export const show: ShowFrame = async (_, source, { kind, name, onProgress, readEngine }) => {
  if (!crossOriginIsolated || !readEngine) throw new ViewerError('viewerNotLoaded');
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
      readWholeDocument(source, { onProgress: () => undefined }),
      call('start').then(() => onProgress(shareWhenStarted)),
    ]);
    onProgress(shareWhenRead);
    const pdf = await call('convert', document, name, kind);
    return { rendition: pdf };
  } catch (error) {
    if (error instanceof CallError) throw new ViewerError('unreadable', { cause: error });
    throw error;
  } finally {
    worker.terminate();
    port1.close();
  }
};
