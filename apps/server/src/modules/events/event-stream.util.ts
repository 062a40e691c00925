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
  #stood = false;

  constructor(
    raw: ServerResponse,
    headers: Readonly<Record<string, string | number | string[] | undefined>>,
  ) {
    this.#raw = raw;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Disables the response buffering of a proxy, which would delay events.
      'x-accel-buffering': 'no',
    });
    raw.on('error', () => {});
    // Disables Nagle's algorithm, so that small writes are sent immediately.
    raw.socket?.setNoDelay(true);
    this.write('retry: 3000\n\n');
  }

  onClose(listener: () => void): void {
    this.#raw.once('close', listener);
  }

  write(frame: string): void {
    if (this.#raw.destroyed || this.#raw.writableEnded) return;
    this.#raw.write(frame);
    if (this.#raw.writableLength > maxBufferedBytes) this.#raw.destroy();
  }

  /**
   * Sends a comment that keeps the connection open. Disconnects a reader that has taken nothing since the last one.
   */
  sendHeartbeat(): void {
    const isBacklogged = this.#raw.writableLength > 0;
    if (isBacklogged && this.#stood) this.#raw.destroy();
    else this.write(':\n\n');
    this.#stood = isBacklogged;
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
