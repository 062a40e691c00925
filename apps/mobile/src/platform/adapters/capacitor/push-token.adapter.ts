/** A phone's provider answers in a second or two; one that is blocked never does. */
const patience = 20_000;

/** What comes of `begin` by one of two events, or the failure that it was too long in coming. */
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
