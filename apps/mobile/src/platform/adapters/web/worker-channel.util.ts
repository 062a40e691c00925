import { StorageError, type StorageErrorCode } from '../../ports/storage.errors.ts';

type Call<Request> = { readonly id: number; readonly request: Request };
type Failure = { readonly message: string; readonly code?: StorageErrorCode };
type WorkerAnswer =
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
 * In a worker: handles each request, and responds with the result or the code of a failure. The first registration in
 * a global wins: a module graph that evaluates the entry module twice would add a second one with empty variables.
 */
export function serveRequests(handle: (request: never) => Promise<unknown>): void {
  const scope = globalThis as unknown as WorkerScope;
  if (scope.onmessage !== null) return;
  scope.onmessage = ({ data }: MessageEvent<Call<never>>) => {
    handle(data.request).then(
      (value) => scope.postMessage({ id: data.id, value } satisfies WorkerAnswer),
      (error: unknown) =>
        scope.postMessage({ id: data.id, failure: failureOf(error) } satisfies WorkerAnswer),
    );
  };
}

export type WorkerChannel<Request> = {
  /** `Value` is the result type that the worker has for this request. */
  send<Value>(request: Request): Promise<Value>;
  /** Terminates the worker. Pending and later requests reject with `storage.interrupted`. */
  terminate(): void;
};

/**
 * On the page: sends requests to a worker. If the worker dies, or its code fails to load, all pending requests
 * reject.
 */
export function openChannel<Request>(
  worker: Worker,
  onFailure: () => void = () => undefined,
): WorkerChannel<Request> {
  type PendingCall = { resolve(value: never): void; reject(error: Error): void };
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let closedBy: StorageErrorCode | undefined;
  const closeWith = (code: StorageErrorCode) => {
    closedBy ??= code;
    // A terminated worker may still have posted a message.
    worker.onmessage = null;
    worker.terminate();
    for (const call of pending.values()) call.reject(new StorageError(closedBy));
    pending.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    const call = pending.get(data.id);
    pending.delete(data.id);
    if (!('failure' in data)) call?.resolve(data.value as never);
    else
      call?.reject(data.failure.code ? new StorageError(data.failure.code) : new Error(data.failure.message));
  };
  worker.onerror = () => {
    closeWith('storage.unavailable');
    onFailure();
  };
  return {
    send: <Value>(request: Request) =>
      new Promise<Value>((resolve, reject) => {
        if (closedBy !== undefined) throw new StorageError(closedBy);
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, request } satisfies Call<Request>);
      }),
    terminate: () => closeWith('storage.interrupted'),
  };
}
