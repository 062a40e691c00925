import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a line does to the connections over it. What is held comes after all once the line is open again, as TCP would have it. */
export type LineMode =
  | { readonly kind: 'open' }
  /** Whoever connects is reset. */
  | { readonly kind: 'refuse' }
  /** Nothing passes in these directions, and nobody is told. */
  | { readonly kind: 'silent'; readonly holds: 'both' | 'up' | 'down' }
  | {
      readonly kind: 'slow';
      readonly latencyMs: number;
      readonly jitterMs: number;
      readonly bytesPerSecond: number;
    };

export interface Line {
  readonly port: number;
  /** Whether all passes as it comes. */
  readonly isOpen: () => boolean;
  /** Where it leads from now on; connections that are open stay where they are. */
  lead(port: number): void;
  set(mode: LineMode): void;
  /** What it holds, for whoever wonders where an answer stays. */
  readonly describe: () => object;
  /** Resets every connection (RST). */
  cut(): void;
  close(): Promise<void>;
}

type Way = 'up' | 'down';

interface Pipe {
  readonly way: Way;
  readonly from: Socket;
  readonly to: Socket;
  /** An undefined chunk is the end. */
  readonly waiting: { bytes: Buffer | undefined; at: number }[];
  held: number;
  free: number;
  timer: NodeJS.Timeout | undefined;
  /** Where it comes from is gone, and the other side was not told yet. */
  isBroken: boolean;
}

/** More than this in a line and its sender waits, as it would for a full window. */
const window = 262_144;

/** A line between two programs on this machine that can be cut, held up and slowed while they talk. */
export async function openLine(target = 0): Promise<Line> {
  let far = target;
  let mode: LineMode = { kind: 'open' };
  const pipes = new Set<Pipe>();

  const holds = (way: Way) => mode.kind === 'silent' && (mode.holds === 'both' || mode.holds === way);

  const pump = (pipe: Pipe) => {
    clearTimeout(pipe.timer);
    pipe.timer = undefined;
    while (!holds(pipe.way)) {
      const [first] = pipe.waiting;
      if (first === undefined) break;
      const wait = first.at - performance.now();
      if (wait > 0.5) {
        pipe.timer = setTimeout(() => pump(pipe), wait);
        break;
      }
      pipe.waiting.shift();
      if (first.bytes === undefined) pipe.to.end();
      else {
        pipe.held -= first.bytes.length;
        pipe.to.write(first.bytes);
      }
    }
    if (pipe.held < window) pipe.from.resume();
    if (pipe.isBroken && pipe.waiting.length === 0 && !holds(pipe.way)) {
      pipes.delete(pipe);
      // After an end in order there is nothing left to reset.
      if (!pipe.to.destroyed && !pipe.to.writableEnded) pipe.to.resetAndDestroy();
    }
  };

  const take = (pipe: Pipe, bytes: Buffer | undefined) => {
    const now = performance.now();
    let at = now;
    if (mode.kind === 'slow') {
      const start = Math.max(now, pipe.free);
      pipe.free = start + ((bytes?.length ?? 0) / mode.bytesPerSecond) * 1000;
      at = pipe.free + mode.latencyMs + Math.random() * mode.jitterMs;
    }
    const last = pipe.waiting.at(-1);
    // Bytes never overtake each other.
    pipe.waiting.push({ bytes, at: Math.max(at, last?.at ?? 0) });
    pipe.held += bytes?.length ?? 0;
    if (pipe.held >= window) pipe.from.pause();
    pump(pipe);
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (mode.kind === 'refuse') return void near.resetAndDestroy();
    const other = connect({ port: far, host: '127.0.0.1', allowHalfOpen: true });
    near.setNoDelay(true);
    other.setNoDelay(true);
    for (const [way, from, to] of [
      ['up', near, other],
      ['down', other, near],
    ] as const) {
      const pipe: Pipe = { way, from, to, waiting: [], held: 0, free: 0, timer: undefined, isBroken: false };
      pipes.add(pipe);
      from.on('data', (bytes: Buffer) => take(pipe, bytes));
      from.on('end', () => take(pipe, undefined));
      // Its 'close' tells the other side, once nothing holds that up.
      from.on('error', () => {});
      from.on('close', () => {
        pipe.isBroken = true;
        pump(pipe);
      });
    }
    return undefined;
  });
  const port = await listen(server);
  const cut = () => {
    for (const { from, to } of pipes) {
      from.resetAndDestroy();
      to.resetAndDestroy();
    }
  };
  return {
    port,
    isOpen: () => mode.kind === 'open',
    describe: () => ({
      mode,
      pipes: pipes.size,
      busy: [...pipes].flatMap(({ way, waiting, held, from, to, isBroken }) =>
        waiting.length > 0 || isBroken || from.isPaused() || to.writableLength > 0
          ? [
              {
                way,
                items: waiting.length,
                held,
                paused: from.isPaused(),
                unsent: to.writableLength,
                isBroken,
              },
            ]
          : [],
      ),
    }),
    lead: (next) => {
      far = next;
    },
    set: (next) => {
      mode = next;
      if (next.kind === 'refuse') cut();
      for (const pipe of pipes) {
        for (const item of pipe.waiting) item.at = Math.min(item.at, performance.now());
        pump(pipe);
      }
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
