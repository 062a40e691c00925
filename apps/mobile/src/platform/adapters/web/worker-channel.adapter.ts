import { StorageError, type StorageErrorCode } from '../../ports/storage.errors.ts';

type Call<Request> = { readonly id: number; readonly request: Request };
type Failure = { readonly message: string; readonly code?: StorageErrorCode };
type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure };
type WorkerScope = {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
};

const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : 'failed',
  ...(error instanceof StorageError ? { code: error.code } : {}),
});

/**
 * In a worker: answers each request, and gives a failure's code. The first registration in a global stays: a module graph
 * that evaluates the entry module twice brings a second one, whose variables are empty.
 */
export function answerRequests(answer: (request: never) => Promise<unknown>): void {
  const scope = globalThis as unknown as WorkerScope;
  if (scope.onmessage !== null) return;
  scope.onmessage = ({ data }: MessageEvent<Call<never>>) => {
    answer(data.request).then(
      (value) => scope.postMessage({ id: data.id, value } satisfies Answer),
      (error: unknown) => scope.postMessage({ id: data.id, failure: failureOf(error) } satisfies Answer),
    );
  };
}

export type WorkerChannel<Request> = {
  /** The answer's shape is what the worker gives for that request. */
  ask<Value>(request: Request): Promise<Value>;
  /** Ends the worker. What waits for it, and whatever is asked afterwards, is rejected as `storage.interrupted`. */
  terminate(): void;
};

/** On the page: asks a worker; one that dies, or whose code does not come, rejects everything that waits for it. */
export function openChannel<Request>(
  worker: Worker,
  onDead: () => void = () => undefined,
): WorkerChannel<Request> {
  type Waiting = { resolve(value: never): void; reject(error: Error): void };
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let end: StorageErrorCode | undefined;
  const endBy = (code: StorageErrorCode) => {
    end ??= code;
    // A worker that is ended may still have posted something.
    worker.onmessage = null;
    worker.terminate();
    for (const call of waiting.values()) call.reject(new StorageError(end));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (!('failure' in data)) call?.resolve(data.value as never);
    else
      call?.reject(data.failure.code ? new StorageError(data.failure.code) : new Error(data.failure.message));
  };
  worker.onerror = () => {
    endBy('storage.unavailable');
    onDead();
  };
  return {
    ask: <Value>(request: Request) =>
      new Promise<Value>((resolve, reject) => {
        if (end !== undefined) throw new StorageError(end);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, request } satisfies Call<Request>);
      }),
    terminate: () => endBy('storage.interrupted'),
  };
}
