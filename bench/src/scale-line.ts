import { connect, type Socket } from 'node:net';

/** A connection that asks one thing after the other, with as little work as can be: who asks shares a core with the database. */
export interface Line {
  /** @returns whether it was answered by 200, whole. */
  ask(path: string, token: string): Promise<boolean>;
  close(): void;
}

const headEnd = '\r\n\r\n';

/** @param from - the address of this machine that it comes from: each has 28,000 ports, and one rests for a minute after use. */
export function openLine(url: URL, from?: string): Line {
  const socket: Socket = connect({
    host: url.hostname,
    port: Number(url.port),
    ...(from === undefined ? {} : { localAddress: from }),
  });
  socket.setNoDelay(true).setEncoding('latin1');
  let text = '';
  let done: ((isGood: boolean) => void) | undefined;
  const end = (isGood: boolean) => {
    text = '';
    const tell = done;
    done = undefined;
    tell?.(isGood);
  };
  socket.on('data', (chunk: string) => {
    text += chunk;
    const head = text.indexOf(headEnd);
    if (head < 0) return;
    const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
    if (text.length < head + headEnd.length + Number(length)) return;
    end(text.startsWith('HTTP/1.1 200'));
  });
  socket.on('error', () => end(false)).on('close', () => end(false));
  return {
    ask: (path, token) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve(false);
        done = resolve;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      }),
    close: () => void socket.destroy(),
  };
}
