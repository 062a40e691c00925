/** Runs once for whatever asks within `ms` of the first call: news often come in swarms. `cancel` drops what waits. */
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
