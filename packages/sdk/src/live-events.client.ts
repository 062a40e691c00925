import { createSseParser, type LiveEvent } from './sse-parser.util.ts';

export type LiveDeps = {
  /** Requests the stream; resolves with the response once its headers are there. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Whether the stream is needed: the page is visible and online. */
  readonly shouldConnect: () => boolean;
  readonly onShouldConnectChange: (onChange: () => void) => () => void;
  /**
   * `requestedAt` (ms since 1970) comes with the `badge` or `refetch` that begins each connection: data fetched before may
   * have missed a change, data fetched since has not.
   */
  readonly onEvent: (event: LiveEvent, requestedAt: number | null) => void;
  readonly now?: () => number;
  readonly random?: () => number;
};

/** The service sends a heartbeat every 25 s: a connection silent for more than two is dead. */
const maxSilenceMs = 60_000;
const minReconnectDelayMs = 1_000;
const maxReconnectDelayMs = 60_000;
/** A connection of this duration counts as a success. */
const stableAfterMs = 5_000;

const startNames: ReadonlySet<LiveEvent['name']> = new Set(['badge', 'refetch']);

async function readStream(
  response: Response,
  { signal, onChunk }: { signal: AbortSignal; onChunk: (chunk: string) => void },
): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const cancelReader = () => void reader.cancel().catch(() => undefined);
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(cancelReader, maxSilenceMs);
  };
  signal.addEventListener('abort', cancelReader, { once: true });
  try {
    restartSilenceTimer();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      restartSilenceTimer();
      onChunk(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(silenceTimer);
    signal.removeEventListener('abort', cancelReader);
  }
}

/**
 * The delay before a reconnection, in ms: exponential back-off with jitter. The delay doubles after each failure, up to a
 * minute, and is randomised over its upper half, so that clients do not all reconnect at once to a service that has just
 * started.
 * @param failures - failed attempts in a row, 1 or more.
 * @param random - from 0 (inclusive) to 1 (exclusive).
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const delayMs = Math.min(minReconnectDelayMs * 2 ** (failures - 1), maxReconnectDelayMs);
  return Math.round(delayMs * (0.5 + random / 2));
}

/**
 * Keeps a connection to the service's events while they are needed: it reconnects when the connection breaks, and at
 * once when the page becomes visible or the network returns. The events only speed up what the poll fetches anyway.
 * @returns a function that ends it.
 */
export function followEvents(deps: LiveDeps): () => void {
  const { open, shouldConnect, onShouldConnectChange, onEvent, now = Date.now, random = Math.random } = deps;
  let connection: AbortController | null = null;
  let failures = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  const connect = async () => {
    clearTimeout(reconnectTimer);
    if (connection !== null || !shouldConnect()) return;
    const controller = new AbortController();
    const { signal } = controller;
    connection = controller;
    const requestedAt = now();
    let isFirst = true;
    const onChunk = createSseParser((event) => {
      onEvent(event, isFirst && startNames.has(event.name) ? requestedAt : null);
      isFirst = false;
    });
    try {
      const response = await open(signal);
      if (signal.aborted) await response.body?.cancel();
      else await readStream(response, { signal, onChunk });
    } catch {
      // The next attempt shows whether the failure persists.
    }
    if (connection !== controller) return;
    connection = null;
    failures = now() - requestedAt > stableAfterMs ? 1 : failures + 1;
    reconnectTimer = setTimeout(() => void connect(), reconnectDelayMs(failures, random()));
  };

  const stop = () => {
    clearTimeout(reconnectTimer);
    connection?.abort();
    connection = null;
  };
  const update = () => {
    if (!shouldConnect()) return stop();
    failures = 0;
    void connect();
  };
  const unsubscribe = onShouldConnectChange(update);
  update();
  return () => {
    unsubscribe();
    stop();
  };
}
