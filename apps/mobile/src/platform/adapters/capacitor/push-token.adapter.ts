/** A reachable provider answers in a second or two; a blocked one never does. */
const patience = 20_000;

/** Resolves or rejects by the callback that `begin` calls first; rejects after the timeout. */
export function answerWithin<T>(
  begin: (told: {
    readonly done: (value: T) => void;
    readonly failed: (why: string) => void;
  }) => Promise<void>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the push provider did not answer')), patience);
    const failed = (why: string) => {
      clearTimeout(timer);
      reject(new Error(why));
    };
    const done = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    begin({ done, failed }).catch((error: unknown) => failed(String(error)));
  });
}
