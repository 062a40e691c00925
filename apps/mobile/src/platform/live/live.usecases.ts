import { backOff } from './back-off.rules.ts';
import { createEventReader, type LiveEvent } from './event-lines.rules.ts';

export type LiveDeps = {
  /** Requests the stream; resolves with the response once its headers are there. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Whether the stream is needed: the page is visible and online. */
  readonly isWanted: () => boolean;
  readonly onWantedChange: (changed: () => void) => () => void;
  /**
   * `requestedAt` (ms since 1970) comes with the `badge` that begins each connection: data fetched before may have
   * missed a change, data fetched since has not.
   */
  readonly onEvent: (event: LiveEvent, askedAt: number | null) => void;
  readonly now?: () => number;
  readonly random?: () => number;
};

/** The service sends a heartbeat every 25 s: a connection silent for more than two is dead. */
const silence = 60_000;
/** A connection of this duration counts as a success. */
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
 * Keeps a connection to the service's events while they are needed: it reconnects when the connection breaks, and at
 * once when the page becomes visible or the network returns. The events only speed up what the poll fetches anyway.
 * @returns a function that ends it.
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
      // The next attempt shows whether the failure persists.
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
