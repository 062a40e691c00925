export type OwnTime = ReturnType<typeof createOwnTime>;

/**
 * A timeout that pauses while outside input is awaited: a slow network or a user who is typing is not the
 * parser's fault.
 */
export function createOwnTime(most: number, onEnd: () => void) {
  let left = most;
  let waits = 0;
  let since = performance.now();
  let timer = setTimeout(onEnd, left);
  let ended = false;
  return {
    async waitFor<T>(outside: Promise<T>): Promise<T> {
      if (waits === 0) {
        clearTimeout(timer);
        left -= performance.now() - since;
      }
      waits += 1;
      try {
        return await outside;
      } finally {
        waits -= 1;
        if (waits === 0 && !ended) {
          since = performance.now();
          timer = setTimeout(onEnd, Math.max(0, left));
        }
      }
    },
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
