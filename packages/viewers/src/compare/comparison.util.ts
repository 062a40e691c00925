import { ViewerError } from '../viewer/viewer.types.ts';
import { workerProblemOf } from '../viewer/worker-problem.rules.ts';
import { type ComparedRow, CompareError, type Comparison } from './compare.types.ts';
import type { CompareReply, CompareRequest } from './compare.worker.ts';
import type { ComparedSource } from './read-compared.util.ts';

/** A worker that has neither finished nor made progress by then is stuck. */
const replyTimeoutMs = 20_000;

export type OpenComparison = {
  /** Compares the documents. A further call replaces one that is running. */
  readonly compare: (options: CompareCallOptions) => Promise<Comparison>;
  /** Ends the worker; nothing of the documents remains in it. */
  readonly close: () => void;
};

type CompareCallOptions = {
  readonly ignoresWhiteSpace: boolean;
  readonly onProgress: (share: number) => void;
};

/** Gives two documents to a worker that compares them, so that the page stays responsive. */
export function openComparison(left: ComparedSource, right: ComparedSource): OpenComparison {
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
  const send = (request: CompareRequest, transfer: Transferable[] = []) =>
    worker.postMessage(request, transfer);
  const buffers = [left, right].flatMap((source) => (source.kind === 'text' ? [source.bytes.buffer] : []));
  send({ kind: 'open', left, right }, buffers);
  let run = 0;
  let endRun: () => void = () => undefined;

  const compare: OpenComparison['compare'] = ({ ignoresWhiteSpace, onProgress }) => {
    endRun();
    run += 1;
    const id = run;
    return new Promise((resolve, reject) => {
      const rows: ComparedRow[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => {
        clearTimeout(timer);
        worker.onmessage = null;
        worker.onerror = null;
      };
      const fail = (error: unknown) => {
        end();
        reject(error);
      };
      const restartTimer = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          worker.terminate();
          fail(new CompareError('tooDifferent'));
        }, replyTimeoutMs);
      };
      endRun = end;
      restartTimer();
      worker.onmessage = ({ data }: MessageEvent<CompareReply>) => {
        if (data.run !== id) return;
        restartTimer();
        if (data.kind === 'progress') onProgress(data.share);
        else if (data.kind === 'rows') for (const row of data.rows) rows.push(row);
        else if (data.kind === 'problem')
          fail(
            data.problem === 'unreadable'
              ? new ViewerError('unreadable')
              : new CompareError(data.problem, data.side),
          );
        else {
          end();
          resolve({ rows, changeCount: data.changeCount });
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail(workerProblemOf(event));
      };
      send({ kind: 'compare', run: id, ignoresWhiteSpace });
    });
  };
  return {
    compare,
    close: () => {
      endRun();
      worker.terminate();
    },
  };
}
