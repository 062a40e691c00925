import type { ServerResponse } from 'node:http';

export type EventName = 'badge' | 'message' | 'task' | 'flow' | 'change' | 'refetch';

/** Bytes buffered for a slow reader. A slower one is disconnected; it fetches everything after it reconnects. */
const maxBufferedBytes = 32 * 1024;

/** Formats one server-sent event. It is formatted once for all streams. */
export function formatEvent(event: EventName, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A stream of server-sent events over one open HTTP response. */
export class EventStream {
  readonly #raw: ServerResponse;
  #wasBacklogged = false;

  constructor(
    raw: ServerResponse,
    headers: Readonly<Record<string, string | number | string[] | undefined>>,
  ) {
    this.#raw = raw;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
    // The end of the connection ends the body, so events are written as they are. The server-sent events standard advises against chunks, and
    // an ended stream ends its connection anyway.
    raw.removeHeader('transfer-encoding');
    raw.writeHead(200, {
      connection: 'close',
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Disables the response buffering of a proxy, which would delay events.
      'x-accel-buffering': 'no',
    });
    raw.on('error', () => {});
    // Disables Nagle's algorithm, so that small writes are sent immediately.
    raw.socket?.setNoDelay(true);
    // The response sends its head with the first bytes of the body.
    raw.write('retry: 3000\n\n');
  }

  onClose(listener: () => void): void {
    this.#raw.once('close', listener);
  }

  /** Writes to the connection at once. A response waits for the next tick first, so the readers of many streams would all start late. */
  write(frame: string): void {
    const raw = this.#raw;
    if (raw.destroyed || raw.writableEnded) return;
    // A pipelined request gets the connection only after the response before.
    (raw.socket ?? raw).write(frame);
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
  }

  /**
   * Sends a comment that keeps the connection open. Disconnects a reader that has taken nothing since the last one.
   */
  sendHeartbeat(): void {
    const isBacklogged = this.#raw.writableLength > 0;
    if (isBacklogged && this.#wasBacklogged) this.#raw.destroy();
    else this.write(':\n\n');
    this.#wasBacklogged = isBacklogged;
  }

  end(): void {
    const raw = this.#raw;
    if (raw.destroyed) return;
    const { socket } = raw;
    raw.end(() => socket?.end());
    // A reader that takes nothing would keep the connection half-closed forever.
    if (raw.writableLength > 0) setTimeout(() => raw.destroy(), 1000).unref();
  }
}
