export interface Debounced<Args extends readonly unknown[]> {
  (...args: Args): void;
  /** Drops a pending call. */
  cancel(): void;
}

/**
 * Debounces a function (section 9).
 * @param callback - called with the arguments of the last call; with those of the first if `immediate`.
 * @param waitMs - quiet time, in milliseconds.
 * @param immediate - true: the first call runs at once, and calls within the wait are dropped. False: the last call
 * runs after the wait.
 */
export function debounce<Args extends readonly unknown[]>(
  callback: (...args: Args) => void,
  waitMs: number,
  immediate = false,
): Debounced<Args> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const debounced = (...args: Args): void => {
    const isFirst = timer === undefined;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (!immediate) callback(...args);
    }, waitMs);
    if (immediate && isFirst) callback(...args);
  };
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return Object.assign(debounced, { cancel });
}

/**
 * Coalesces calls: runs once for all calls within `delayMs` of the first, as events often come in bursts. `cancel`
 * drops a scheduled run.
 */
export function coalesceCalls(
  run: () => void,
  delayMs: number,
): { readonly schedule: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, delayMs);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Resolves after a time in ms. */
export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves in a task of its own, so that the page can render a frame before. Timers wait longer in a hidden page. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
