import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import { workerProblemOf } from '../viewer/worker-problem.rules.ts';
import { startTask } from './pdf-task.util.ts';
import { createWatchdog, type Watchdog } from './pdf-watchdog.util.ts';

/**
 * A worker that does not respond for so long while all requested bytes are available is stuck on the file.
 */
const watchdogMs = 10_000;
const maxPasswordAttempts = 3;
/**
 * pdf.js never releases the bytes it has read: beyond this limit the document is reopened in a new worker.
 */
const maxReadBytes = 12 * 1024 * 1024;

export type PdfDocument = {
  /**
   * The currently open document. It may be reopened while an operation waits, so callers must not store it.
   */
  readonly current: () => PDFDocumentProxy;
  /** Runs an operation on the document, and repeats it if the document was reopened in the meantime. */
  readonly run: <T>(work: (pdf: PDFDocumentProxy) => Promise<T>) => Promise<T>;
  readonly watchdog: Watchdog;
  /** Rejects when bytes cannot be read, which pdf.js does not report. */
  readonly failed: Promise<never>;
  readonly isOverMemoryLimit: () => boolean;
  /** Releases the memory of the document by reopening it; called while nothing is drawn. */
  readonly reopen: () => Promise<void>;
  /** Ends the worker; nothing of the document remains. */
  readonly end: () => void;
};

/** Converts an error of pdf.js to an error of the preview. */
export function toViewerError(error: unknown): unknown {
  if (!(error instanceof Error)) return new ViewerError('unreadable');
  if (error.name === 'PasswordException') return new ViewerError('password', { cause: error });
  const unreadableErrors = [
    'InvalidPDFException',
    'FormatError',
    'UnknownErrorException',
    'MissingPDFException',
  ];
  return unreadableErrors.includes(error.name) ? new ViewerError('unreadable', { cause: error }) : error;
}

type Source = Pick<ViewerStage, 'content' | 'requestPassword' | 'signal'>;

/** Opens a document and keeps its memory within a limit. */
export async function openPdf({ content, requestPassword, signal }: Source): Promise<PdfDocument> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // The promise may be awaited later or never; its rejection must not be reported as unhandled.
  failed.catch(() => undefined);

  let password: string | null = null;
  let failedAttempts = -1;
  let isPrompting = false;
  const promptPassword = async (): Promise<string | null> => {
    failedAttempts += 1;
    isPrompting = true;
    password = failedAttempts < maxPasswordAttempts ? await requestPassword(failedAttempts) : null;
    isPrompting = false;
    if (password === null) fail(new ViewerError('password'));
    return password;
  };
  const onFailure = (error: unknown) => fail(error instanceof Event ? workerProblemOf(error) : error);
  const start = () => startTask({ content, password, requestPassword: promptPassword, onFailure });

  let task = start();
  const watchdog = createWatchdog(watchdogMs, () => isPrompting || task.isWaiting());
  let isEnded = false;
  const end = () => {
    isEnded = true;
    signal.removeEventListener('abort', end);
    task.end();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    let pdf = await watchdog.guard(Promise.race([task.opened, failed]));
    let bytesAtLastReopen = 0;
    return {
      current: () => pdf,
      async run(work) {
        const before = pdf;
        try {
          return await watchdog.guard(work(before));
        } catch (error) {
          if (before === pdf) throw error;
          return watchdog.guard(work(pdf));
        }
      },
      watchdog,
      failed,
      isOverMemoryLimit: () => task.bytesRead() - bytesAtLastReopen > maxReadBytes,
      async reopen() {
        const oldTask = task;
        // If reopening fails, the old document stays open, and it is tried again after as many further bytes.
        bytesAtLastReopen = oldTask.bytesRead();
        const newTask = start();
        try {
          const reopened = await watchdog.guard(Promise.race([newTask.opened, failed]));
          if (isEnded) throw new Error('document was closed while reopening');
          [task, pdf, bytesAtLastReopen] = [newTask, reopened, 0];
          oldTask.end();
        } catch {
          newTask.end();
        }
      },
      end,
    };
  } catch (error) {
    end();
    throw toViewerError(error);
  }
}
