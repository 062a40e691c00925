import { connect, type Socket } from 'node:net';
import { type Scanner, ScannerError, type ScanResult } from './scan.port.ts';

export interface ClamdOptions {
  host: string;
  port: number;
  /** Maximum time without data from clamd. */
  timeoutMs?: number;
}

/** Scans by the `INSTREAM` command of ClamAV: each chunk has a four-byte length prefix, and a zero length ends the stream. */
export function createClamdScanner({ host, port, timeoutMs = 60_000 }: ClamdOptions): Scanner {
  return {
    scan: async (content) => {
      const socket = connect({ host, port });
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd timed out')));
      const pendingReply = readReply(socket);
      // Awaited after sending: a failed write may mean that clamd has answered early and closed the connection.
      pendingReply.catch(() => {});
      try {
        await send(socket, content);
        return parseReply(await pendingReply);
      } finally {
        socket.destroy();
      }
    },
  };
}

async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    await write(socket, length);
    await write(socket, chunk);
    // clamd answers early if the stream exceeds its limit.
    if (socket.destroyed || socket.readableEnded) return;
  }
  await write(socket, Buffer.alloc(4));
}

/** Writes with backpressure. A broken connection is reported by the answer. */
function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(bytes, () => resolve());
  });
}

async function readReply(socket: Socket): Promise<string> {
  try {
    let received = '';
    for await (const chunk of socket) {
      received += String(chunk);
      if (received.length > 10_000) break;
    }
    return received;
  } catch (error) {
    throw new ScannerError('the virus scanner does not respond', { cause: error });
  }
}

function parseReply(received: string): ScanResult {
  const reply = received.replaceAll('\0', '').trim();
  if (reply === 'stream: OK') return { infected: false };
  const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  if (name !== undefined) return { infected: true, name };
  throw new ScannerError(`unexpected reply from the virus scanner: ${reply.slice(0, 200) || 'empty'}`);
}
