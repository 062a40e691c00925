/**
 * Sends a request at once and then every `intervalMs`. Each round aborts the previous one, and failures are ignored:
 * the next round follows soon enough. `pollNow` starts a round in between, `stop` ends the polling.
 */
export function startPolling(
  request: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
): { readonly pollNow: () => void; readonly stop: () => void } {
  let controller = new AbortController();
  const pollNow = () => {
    controller.abort();
    controller = new AbortController();
    request(controller.signal).catch(() => undefined);
  };
  pollNow();
  const timer = setInterval(pollNow, intervalMs);
  return {
    pollNow,
    stop: () => {
      clearInterval(timer);
      controller.abort();
    },
  };
}
