import { connect, type Socket } from 'node:net';

/** Opens event streams, keeps them open, and reports when all have received an event. */
export type StreamsOrder =
  | { readonly kind: 'open'; readonly url: string; readonly tokens: readonly string[] }
  | { readonly kind: 'expect'; readonly text: string };

export type StreamsReport =
  | { readonly kind: 'opened'; readonly count: number }
  /** The time of the last delivery in ms since 1970. */
  | { readonly kind: 'heard'; readonly at: number; readonly count: number };

/** A limited number at once, because a server accepts a limited burst of new connections. */
const opening = 200;

/** All streams read into it, one after another: an event is searched at once and not kept. */
const readBuffer = Buffer.alloc(64 * 1024);

let streams: Socket[] = [];
let expected: { readonly bytes: Buffer; readonly heard: Set<Socket> } | undefined;

function openStream(url: URL, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let head: string | undefined = '';
    const receive = (bytes: Buffer) => {
      if (head === undefined) return confirm(socket, bytes);
      head += bytes.toString('latin1');
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head.slice(0, 40)));
      // The first event confirms the subscription.
      if (!head.includes('event: badge')) return undefined;
      head = undefined;
      return resolve(socket);
    };
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      onread: {
        buffer: readBuffer,
        callback: (size, buffer) => {
          receive(Buffer.from(buffer.buffer, buffer.byteOffset, size));
          return true;
        },
      },
    });
    socket.once('error', reject);
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`,
    );
  });
}

function confirm(socket: Socket, bytes: Buffer): void {
  if (!expected || !bytes.includes(expected.bytes)) return;
  expected.heard.add(socket);
  if (expected.heard.size < streams.length) return;
  process.send?.({ kind: 'heard', at: Date.now(), count: streams.length } satisfies StreamsReport);
  expected = undefined;
}

async function open(url: URL, tokens: readonly string[]): Promise<void> {
  for (let at = 0; at < tokens.length; at += opening) {
    streams.push(
      ...(await Promise.all(tokens.slice(at, at + opening).map((token) => openStream(url, token)))),
    );
  }
  process.send?.({ kind: 'opened', count: streams.length } satisfies StreamsReport);
}

process.on('message', (order: StreamsOrder) => {
  if (order.kind === 'open') void open(new URL(order.url), order.tokens);
  else expected = { bytes: Buffer.from(order.text), heard: new Set() };
});
process.on('disconnect', () => {
  for (const stream of streams) stream.destroy();
  streams = [];
  process.exit();
});
