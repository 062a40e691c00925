/**
 * Asks at once and then every so many ms. Each round aborts the one before, and none of them shows a failure: the next
 * one comes soon enough. `now` asks for a round between, `end` stops it all.
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
