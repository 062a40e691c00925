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
