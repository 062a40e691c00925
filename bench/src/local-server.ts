import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Lets a server listen on the loopback interface on any port. */
export async function listenLocally(server: Server, host = '127.0.0.1'): Promise<LocalServer> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
