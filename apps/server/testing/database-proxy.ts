import { connect, createServer, type Socket } from 'node:net';

/** A proxy to the test database that simulates network failures. */
export interface DatabaseProxy {
  url: string;
  /** Stops forwarding data but keeps all connections open. */
  silence(): void;
  /** Closes all connections and rejects new ones. */
  cut(): void;
  heal(): void;
  /** How often the client sent something after an answer, of all connections. */
  roundTrips(): number;
  close(): Promise<void>;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let state: 'open' | 'silent' | 'cut' = 'open';
  const sockets = new Set<Socket>();
  let roundTrips = 0;
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(addressOf(databaseUrl));
    let isAnswered = true;
    near.on('data', () => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
    });
    far.on('data', () => void (isAnswered = true));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => state === 'open' && to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (state !== 'silent') to.destroy();
      });
    }
  });
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = parse(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  url.search = '';
  return {
    url: url.href,
    silence: () => void (state = 'silent'),
    cut() {
      state = 'cut';
      closeAll();
    },
    heal() {
      closeAll();
      state = 'open';
    },
    roundTrips: () => roundTrips,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeAll();
      }),
  };
}

/** Parses the URL. `URL` requires a host, which the address of a Unix socket does not have. */
function parse(databaseUrl: string): URL {
  return new URL(databaseUrl.replace('@/', '@localhost/'));
}

function addressOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const url = parse(databaseUrl);
  const folder = url.searchParams.get('host');
  return folder === null
    ? { host: url.hostname, port: Number(url.port || 5432) }
    : { path: `${folder}/.s.PGSQL.${url.searchParams.get('port') ?? 5432}` };
}
