import type { ServerResponse } from 'node:http';

export type EventName = 'badge' | 'message' | 'task' | 'flow';

/** What may wait for a reader in this process; who reads slower is cut off, and asks again when it comes back. */
const mostWaiting = 32 * 1024;

/** One event as it goes over the line: written once, however many hear of it. */
export function frameOf(event: EventName, data: Readonly<Record<string, string | undefined>>): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A stream of server-sent events over one answer that stays open. */
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
      // A proxy that collects before it passes on would keep news from arriving.
      'x-accel-buffering': 'no',
    });
    raw.on('error', () => {});
    // Small writes go out at once.
    raw.socket?.setNoDelay(true);
    this.write('retry: 3000\n\n');
  }

  onClose(listener: () => void): void {
    this.#raw.once('close', listener);
  }

  write(frame: string): void {
    if (this.#raw.destroyed || this.#raw.writableEnded) return;
    this.#raw.write(frame);
    if (this.#raw.writableLength > mostWaiting) this.#raw.destroy();
  }

  /** A comment that keeps the line open; cuts off who has taken nothing since the last one. */
  beat(): void {
    const stands = this.#raw.writableLength > 0;
    if (stands && this.#stood) this.#raw.destroy();
    else this.write(':\n\n');
    this.#stood = stands;
  }

  end(): void {
    const raw = this.#raw;
    if (raw.destroyed) return;
    const { socket } = raw;
    raw.end(() => socket?.end());
    // A reader that takes nothing would keep it half closed for ever.
    if (raw.writableLength > 0) setTimeout(() => raw.destroy(), 1000).unref();
  }
}
