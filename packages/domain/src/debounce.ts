export interface Debounced<Args extends readonly unknown[]> {
  (...args: Args): void;
  /** Forgets a call that still waits. */
  cancel(): void;
}

/**
 * Makes one call of many that follow each other closely (section 9).
 * @param call - what is called, with the arguments of the last call; of the first where it is immediate.
 * @param wait - how long nobody must call, in milliseconds.
 * @param immediate - true: the first call goes through at once, and those that follow within the wait are dropped; false: the
 * last one goes through after the wait.
 */
export function debounce<Args extends readonly unknown[]>(
  call: (...args: Args) => void,
  wait: number,
  immediate = false,
): Debounced<Args> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const debounced = (...args: Args): void => {
    const isFirst = timer === undefined;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (!immediate) call(...args);
    }, wait);
    if (immediate && isFirst) call(...args);
  };
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return Object.assign(debounced, { cancel });
}
