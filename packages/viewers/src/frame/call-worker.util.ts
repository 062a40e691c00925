import { ViewerError, type ViewerProblem } from '../viewer/viewer.types.ts';

/** A parser that has not replied by then is stuck on the file. */
const replyTimeoutMs = 10_000;

export type WorkerReply<T> = { readonly value: T } | { readonly problem: ViewerProblem };

/**
 * Sends one request to a worker and resolves with its `WorkerReply`. A worker that times out or fails is
 * terminated; one that has replied can be called again.
 */
export function callWorker<T>(
  worker: Worker,
  request: unknown,
  { transfer = [] }: { readonly transfer?: Transferable[] } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (problem: ViewerProblem) => {
      clearTimeout(timer);
      worker.terminate();
      reject(new ViewerError(problem));
    };
    const timer = setTimeout(() => fail('tooSlow'), replyTimeoutMs);
    worker.onmessage = ({ data }: MessageEvent<WorkerReply<T>>) => {
      if ('problem' in data) return fail(data.problem);
      clearTimeout(timer);
      resolve(data.value);
    };
    worker.onmessageerror = () => fail('unreadable');
    worker.onerror = (event) => {
      event.preventDefault();
      fail('unreadable');
    };
    worker.postMessage(request, transfer);
  });
}
