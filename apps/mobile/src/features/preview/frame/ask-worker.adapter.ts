import { ViewerError, type ViewerProblem } from '../viewer.types.ts';

/** A parser that has not replied by then is stuck on the file. */
const patience = 10_000;

export type WorkerAnswer<T> = { readonly value: T } | { readonly problem: ViewerProblem };

/**
 * Sends one request to a worker and resolves with its `WorkerReply`. A worker that times out or fails is
 * terminated; one that has replied can be called again.
 */
export function askWorker<T>(
  worker: Worker,
  question: unknown,
  { transfer = [] }: { readonly transfer?: Transferable[] } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (problem: ViewerProblem) => {
      clearTimeout(timer);
      worker.terminate();
      reject(new ViewerError(problem));
    };
    const timer = setTimeout(() => fail('tooSlow'), patience);
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer<T>>) => {
      if ('problem' in data) return fail(data.problem);
      clearTimeout(timer);
      resolve(data.value);
    };
    worker.onmessageerror = () => fail('unreadable');
    worker.onerror = (event) => {
      event.preventDefault();
      fail('unreadable');
    };
    worker.postMessage(question, transfer);
  });
}
