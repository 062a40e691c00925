import { connect, type Socket } from 'node:net';
import { type Scanner, ScannerError, type Verdict } from './scan.port.ts';

export interface ClamdOptions {
  host: string;
  port: number;
  /** How long it may keep silent, in milliseconds. */
  patienceMs?: number;
}

/** The scanner of ClamAV by its `INSTREAM` command: lengths of four bytes before each chunk, a zero one at the end. */
export function clamd({ host, port, patienceMs = 60_000 }: ClamdOptions): Scanner {
  return {
    scan: async (content) => {
      const socket = connect({ host, port });
      socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer in time')));
      const answered = answerOf(socket);
      // Read at the end: what makes the sending fail may be that it has answered already.
      answered.catch(() => {});
      try {
        await send(socket, content);
        return verdictOf(await answered);
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
    // It answers early where the stream is longer than it takes.
    if (socket.destroyed || socket.readableEnded) return;
  }
  await write(socket, Buffer.alloc(4));
}

/** Waits where the scanner is slower than the store; a broken connection shows in the answer. */
function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(bytes, () => resolve());
  });
}

async function answerOf(socket: Socket): Promise<string> {
  try {
    let answer = '';
    for await (const chunk of socket) {
      answer += String(chunk);
      if (answer.length > 10_000) break;
    }
    return answer;
  } catch (error) {
    throw new ScannerError('the virus scanner does not answer', { cause: error });
  }
}

function verdictOf(answer: string): Verdict {
  const said = answer.replaceAll('\0', '').trim();
  if (said === 'stream: OK') return { infected: false };
  const [, name] = /^stream: (.+) FOUND$/.exec(said) ?? [];
  if (name !== undefined) return { infected: true, name };
  throw new ScannerError(`the virus scanner says: ${said.slice(0, 200) || 'nothing'}`);
}
