export type PausableTimeout = ReturnType<typeof createPausableTimeout>;

/**
 * A timeout that pauses while outside input is awaited: a slow network or a user who is typing is not the
 * parser's fault.
 */
export function createPausableTimeout(timeoutMs: number, onEnd: () => void) {
  let remainingMs = timeoutMs;
  let pauses = 0;
  let resumedAt = performance.now();
  let timer = setTimeout(onEnd, remainingMs);
  let isCleared = false;
  return {
    async pauseDuring<T>(outside: Promise<T>): Promise<T> {
      if (pauses === 0) {
        clearTimeout(timer);
        remainingMs -= performance.now() - resumedAt;
      }
      pauses += 1;
      try {
        return await outside;
      } finally {
        pauses -= 1;
        if (pauses === 0 && !isCleared) {
          resumedAt = performance.now();
          timer = setTimeout(onEnd, Math.max(0, remainingMs));
        }
      }
    },
    clear() {
      isCleared = true;
      clearTimeout(timer);
    },
  };
}
