/**
 * Sends a request at once and then every `intervalMs`. Each round aborts the previous one, and failures are ignored:
 * the next round follows soon enough. `pollNow` starts a round in between, `stop` ends the polling.
 */
export function startRounds(
  ask: (signal: AbortSignal) => Promise<unknown>,
  every: number,
): { readonly now: () => void; readonly end: () => void } {
  let round = new AbortController();
  const now = () => {
    round.abort();
    round = new AbortController();
    ask(round.signal).catch(() => undefined);
  };
  now();
  const timer = setInterval(now, every);
  return {
    now,
    end: () => {
      clearInterval(timer);
      round.abort();
    },
  };
}
