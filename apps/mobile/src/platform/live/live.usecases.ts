import { backOff } from './back-off.rules.ts';
import { createEventReader, type LiveEvent } from './event-lines.rules.ts';

export type LiveDeps = {
  /** Asks for the stream; resolves with the answer once its head is there. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Whether anybody would see what comes: the page is shown, and there is a line. */
  readonly isWanted: () => boolean;
  readonly onWantedChange: (changed: () => void) => () => void;
  /**
   * `askedAt` (ms since 1970) comes with the `badge` that each line begins with: what was fetched before may have missed
   * a change, what was fetched since has not.
   */
  readonly onEvent: (event: LiveEvent, askedAt: number | null) => void;
  readonly now?: () => number;
  readonly random?: () => number;
};

/** The service beats every 25 s: a line that is silent for longer than two beats is dead. */
const silence = 60_000;
/** A line that held this long was a good one. */
const heldLong = 5_000;

async function readLine(
  response: Response,
  { signal, onPiece }: { signal: AbortSignal; onPiece: (piece: string) => void },
): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let watch: ReturnType<typeof setTimeout> | undefined;
  const hangUp = () => void reader.cancel().catch(() => undefined);
  const listen = () => {
    clearTimeout(watch);
    watch = setTimeout(hangUp, silence);
  };
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    listen();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      listen();
      onPiece(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', hangUp);
  }
}

/**
 * Follows the service's events for as long as they are wanted: over one line, which is opened anew when it breaks, and
 * at once when the page is shown again or the network is back. They only make fresher what the poll brings anyway.
 * @returns the function that ends it.
 */
export function followEvents(deps: LiveDeps): () => void {
  const { open, isWanted, onWantedChange, onEvent, now = Date.now, random = Math.random } = deps;
  let line: AbortController | null = null;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  const connect = async () => {
    clearTimeout(again);
    if (line !== null || !isWanted()) return;
    const mine = new AbortController();
    const { signal } = mine;
    line = mine;
    const askedAt = now();
    let isFirst = true;
    const onPiece = createEventReader((event) => {
      onEvent(event, isFirst && event.name === 'badge' ? askedAt : null);
      isFirst = false;
    });
    try {
      const response = await open(signal);
      if (signal.aborted) await response.body?.cancel();
      else await readLine(response, { signal, onPiece });
    } catch {
      // The next try says whether it has passed.
    }
    if (line !== mine) return;
    line = null;
    failures = now() - askedAt > heldLong ? 1 : failures + 1;
    again = setTimeout(() => void connect(), backOff(failures, random()));
  };

  const stop = () => {
    clearTimeout(again);
    line?.abort();
    line = null;
  };
  const follow = () => {
    if (!isWanted()) return stop();
    failures = 0;
    void connect();
  };
  const unsubscribe = onWantedChange(follow);
  follow();
  return () => {
    unsubscribe();
    stop();
  };
}
