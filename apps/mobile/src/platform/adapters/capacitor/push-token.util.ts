/** A reachable provider answers in a second or two; a blocked one never does. */
const answerTimeoutMs = 20_000;

/** Resolves or rejects by the callback that `begin` calls first; rejects after the timeout. */
export function awaitProviderAnswer<T>(
  begin: (callbacks: {
    readonly done: (value: T) => void;
    readonly failed: (reason: string) => void;
  }) => Promise<void>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('push provider did not respond')), answerTimeoutMs);
    const failed = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(reason));
    };
    const done = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    begin({ done, failed }).catch((error: unknown) => failed(String(error)));
  });
}
