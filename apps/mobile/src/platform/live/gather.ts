/**
 * Coalesces calls: runs once for all calls within `delayMs` of the first, as events often come in bursts. `cancel`
 * drops a scheduled run.
 */
export function gather(
  run: () => void,
  ms: number,
): { readonly ask: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, ms);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
