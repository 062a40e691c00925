import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The effect of the proxy on its connections. Held data is delivered once the proxy is open again, as TCP would do. */
export type ProxyMode =
  | { readonly kind: 'open' }
  /** New connections are reset. */
  | { readonly kind: 'refuse' }
  /** These directions pass nothing, without any notification of the sockets. */
  | { readonly kind: 'silent'; readonly blocks: 'both' | 'up' | 'down' }
  | {
      readonly kind: 'slow';
      readonly latencyMs: number;
      readonly jitterMs: number;
      readonly bytesPerSecond: number;
    };

export interface TcpProxy {
  readonly port: number;
  /** Whether all data passes without delay. */
  readonly isOpen: () => boolean;
  /** Sets the port of new connections. Open connections keep their target. */
  setTarget(port: number): void;
  setMode(mode: ProxyMode): void;
  /** The state of all connections, to diagnose a missing response. */
  readonly describe: () => object;
  /** Resets every connection (RST). */
  resetConnections(): void;
  close(): Promise<void>;
}

type Direction = 'up' | 'down';

interface Pipe {
  readonly direction: Direction;
  readonly from: Socket;
  readonly to: Socket;
  /** An undefined chunk marks the end of the stream. */
  readonly queue: { bytes: Buffer | undefined; dueAt: number }[];
  bufferedBytes: number;
  nextSendAt: number;
  timer: NodeJS.Timeout | undefined;
  /** Whether the source has closed and the target does not know it yet. */
  isSourceClosed: boolean;
}

/** The source pauses above this size, as it would for a full TCP window. */
const maxBufferedBytes = 262_144;

/** A proxy between two programs on this machine. It can refuse, hold and delay data while they communicate. */
export async function openTcpProxy(initialPort = 0): Promise<TcpProxy> {
  let targetPort = initialPort;
  let mode: ProxyMode = { kind: 'open' };
  const pipes = new Set<Pipe>();

  const isBlocked = (direction: Direction) =>
    mode.kind === 'silent' && (mode.blocks === 'both' || mode.blocks === direction);

  const pump = (pipe: Pipe) => {
    clearTimeout(pipe.timer);
    pipe.timer = undefined;
    while (!isBlocked(pipe.direction)) {
      const [first] = pipe.queue;
      if (first === undefined) break;
      const waitMs = first.dueAt - performance.now();
      if (waitMs > 0.5) {
        pipe.timer = setTimeout(() => pump(pipe), waitMs);
        break;
      }
      pipe.queue.shift();
      if (first.bytes === undefined) pipe.to.end();
      else {
        pipe.bufferedBytes -= first.bytes.length;
        pipe.to.write(first.bytes);
      }
    }
    if (pipe.bufferedBytes < maxBufferedBytes) pipe.from.resume();
    if (pipe.isSourceClosed && pipe.queue.length === 0 && !isBlocked(pipe.direction)) {
      pipes.delete(pipe);
      // After a regular end there is nothing to reset.
      if (!pipe.to.destroyed && !pipe.to.writableEnded) pipe.to.resetAndDestroy();
    }
  };

  const enqueue = (pipe: Pipe, bytes: Buffer | undefined) => {
    const now = performance.now();
    let dueAt = now;
    if (mode.kind === 'slow') {
      const start = Math.max(now, pipe.nextSendAt);
      pipe.nextSendAt = start + ((bytes?.length ?? 0) / mode.bytesPerSecond) * 1000;
      dueAt = pipe.nextSendAt + mode.latencyMs + Math.random() * mode.jitterMs;
    }
    const last = pipe.queue.at(-1);
    // Chunks keep their order.
    pipe.queue.push({ bytes, dueAt: Math.max(dueAt, last?.dueAt ?? 0) });
    pipe.bufferedBytes += bytes?.length ?? 0;
    if (pipe.bufferedBytes >= maxBufferedBytes) pipe.from.pause();
    pump(pipe);
  };

  const server = createServer({ allowHalfOpen: true }, (clientSocket) => {
    if (mode.kind === 'refuse') return void clientSocket.resetAndDestroy();
    const targetSocket = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    clientSocket.setNoDelay(true);
    targetSocket.setNoDelay(true);
    for (const [direction, from, to] of [
      ['up', clientSocket, targetSocket],
      ['down', targetSocket, clientSocket],
    ] as const) {
      const pipe: Pipe = {
        direction,
        from,
        to,
        queue: [],
        bufferedBytes: 0,
        nextSendAt: 0,
        timer: undefined,
        isSourceClosed: false,
      };
      pipes.add(pipe);
      from.on('data', (bytes: Buffer) => enqueue(pipe, bytes));
      from.on('end', () => enqueue(pipe, undefined));
      // The close event informs the other side once no mode blocks it.
      from.on('error', () => {});
      from.on('close', () => {
        pipe.isSourceClosed = true;
        pump(pipe);
      });
    }
    return undefined;
  });
  const port = await listen(server);
  const resetConnections = () => {
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
      busy: [...pipes].flatMap(({ direction, queue, bufferedBytes, from, to, isSourceClosed }) =>
        queue.length > 0 || isSourceClosed || from.isPaused() || to.writableLength > 0
          ? [
              {
                way: direction,
                items: queue.length,
                held: bufferedBytes,
                paused: from.isPaused(),
                unsent: to.writableLength,
                isBroken: isSourceClosed,
              },
            ]
          : [],
      ),
    }),
    setTarget: (next) => {
      targetPort = next;
    },
    setMode: (next) => {
      mode = next;
      if (next.kind === 'refuse') resetConnections();
      for (const pipe of pipes) {
        for (const item of pipe.queue) item.dueAt = Math.min(item.dueAt, performance.now());
        pump(pipe);
      }
    },
    resetConnections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        resetConnections();
      }),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
