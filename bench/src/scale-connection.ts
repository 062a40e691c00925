import { connect, type Socket } from 'node:net';

/** A minimal HTTP connection for sequential requests, because the client shares its core with the database. */
export interface HttpConnection {
  /** @returns whether the complete answer has the status 200. */
  request(path: string, token: string): Promise<boolean>;
  /** Whether the server has not closed it. A node closes connections that are idle for some seconds. */
  isOpen(): boolean;
  close(): void;
}

const headEnd = '\r\n\r\n';

/** @param from - the local address. Each has 28,000 ports, and a used port stays reserved for a minute. */
export function openConnection(url: URL, from?: string): HttpConnection {
  const socket: Socket = connect({
    host: url.hostname,
    port: Number(url.port),
    ...(from === undefined ? {} : { localAddress: from }),
  });
  socket.setNoDelay(true).setEncoding('latin1');
  let text = '';
  let done: ((isSuccess: boolean) => void) | undefined;
  const end = (isSuccess: boolean) => {
    text = '';
    const finish = done;
    done = undefined;
    finish?.(isSuccess);
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
    request: (path, token) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve(false);
        done = resolve;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      }),
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    close: () => void socket.destroy(),
  };
}
