import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The EICAR test signature. It is split so that virus scanners do not report this source file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface TestClamd {
  url: string;
  port: number;
  /** Number of complete streams that the server received. */
  scanned: number;
  /** Reply that replaces the verdict. */
  says: string | undefined;
  close: () => Promise<void>;
}

/** A server for clamd's INSTREAM command that detects the EICAR signature. */
export async function openTestClamd(limit = 100_000_000): Promise<TestClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    void serve(socket, { clamd, limit }).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clamd: TestClamd = {
    url: `tcp://127.0.0.1:${port}`,
    port,
    scanned: 0,
    says: undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return clamd;
}

async function serve(socket: Socket, { clamd, limit }: { clamd: TestClamd; limit: number }): Promise<void> {
  const command = Buffer.from('zINSTREAM\0');
  let held = Buffer.alloc(0);
  let content = Buffer.alloc(0);
  let greeted = false;
  for await (const chunk of socket) {
    held = Buffer.concat([held, chunk as Buffer]);
    if (!greeted) {
      if (held.length < command.length) continue;
      if (!held.subarray(0, command.length).equals(command)) return void socket.end('UNKNOWN COMMAND\0');
      held = held.subarray(command.length);
      greeted = true;
    }
    while (held.length >= 4) {
      const length = held.readUInt32BE(0);
      if (length === 0) return verdict(socket, clamd, content);
      if (held.length < 4 + length) break;
      content = Buffer.concat([content, held.subarray(4, 4 + length)]);
      held = held.subarray(4 + length);
      if (content.length > limit) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    }
  }
}

function verdict(socket: Socket, clamd: TestClamd, content: Buffer): void {
  clamd.scanned += 1;
  const found = content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
  socket.end(`${clamd.says ?? found}\0`);
}
