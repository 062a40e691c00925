import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import { workerProblemOf } from '../worker-problem.rules.ts';
import { createPatience, type Patience } from './pdf-patience.adapter.ts';
import { startTask } from './pdf-task.adapter.ts';

/**
 * A worker that does not respond for so long while all requested bytes are available is stuck on the file.
 */
const patienceTime = 10_000;
const mostTries = 3;
/**
 * pdf.js never releases the bytes it has read: beyond this limit the document is reopened in a new worker.
 */
const mostBytes = 12 * 1024 * 1024;

export type PdfDocument = {
  /**
   * The currently open document. It may be reopened while an operation waits, so callers must not store it.
   */
  readonly current: () => PDFDocumentProxy;
  /** Runs an operation on the document, and repeats it if the document was reopened in the meantime. */
  readonly use: <T>(work: (pdf: PDFDocumentProxy) => Promise<T>) => Promise<T>;
  readonly patience: Patience;
  /** Rejects when bytes cannot be read, which pdf.js does not report. */
  readonly failed: Promise<never>;
  readonly isHeavy: () => boolean;
  /** Releases the memory of the document by reopening it; called while nothing is drawn. */
  readonly renew: () => Promise<void>;
  /** Ends the worker; nothing of the document remains. */
  readonly end: () => void;
};

/** Converts an error of pdf.js to an error of the preview. */
export function pdfProblemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return new ViewerError('unreadable');
  if (error.name === 'PasswordException') return new ViewerError('password', { cause: error });
  const ofPdf = ['InvalidPDFException', 'FormatError', 'UnknownErrorException', 'MissingPDFException'];
  return ofPdf.includes(error.name) ? new ViewerError('unreadable', { cause: error }) : error;
}

type Source = Pick<ViewerStage, 'content' | 'askPassword' | 'signal'>;

/** Opens a document and keeps its memory within a limit. */
export async function openPdf({ content, askPassword, signal }: Source): Promise<PdfDocument> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // The promise may be awaited later or never; its rejection must not be reported as unhandled.
  failed.catch(() => undefined);

  let password: string | null = null;
  let wrong = -1;
  let asking = false;
  const ask = async (): Promise<string | null> => {
    wrong += 1;
    asking = true;
    password = wrong < mostTries ? await askPassword(wrong) : null;
    asking = false;
    if (password === null) fail(new ViewerError('password'));
    return password;
  };
  const onFailure = (error: unknown) => fail(error instanceof Event ? workerProblemOf(error) : error);
  const start = () => startTask({ content, password, askPassword: ask, onFailure });

  let task = start();
  const patience = createPatience(patienceTime, () => asking || task.isWaiting());
  let ended = false;
  const end = () => {
    ended = true;
    signal.removeEventListener('abort', end);
    task.end();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    let pdf = await patience.guard(Promise.race([task.opened, failed]));
    let counted = 0;
    return {
      current: () => pdf,
      async use(work) {
        const before = pdf;
        try {
          return await patience.guard(work(before));
        } catch (error) {
          if (before === pdf) throw error;
          return patience.guard(work(pdf));
        }
      },
      patience,
      failed,
      isHeavy: () => task.bytesRead() - counted > mostBytes,
      async renew() {
        const old = task;
        // If reopening fails, the old document stays open, and it is tried again after as many further bytes.
        counted = old.bytesRead();
        const fresh = start();
        try {
          const reopened = await patience.guard(Promise.race([fresh.opened, failed]));
          if (ended) throw new Error('document was closed while reopening');
          [task, pdf, counted] = [fresh, reopened, 0];
          old.end();
        } catch {
          fresh.end();
        }
      },
      end,
    };
  } catch (error) {
    end();
    throw pdfProblemOf(error);
  }
}
