import { createServer } from 'node:net';

/** A port that nobody else is given. */
export interface KeptPort {
  readonly port: number;
  /** Lets go of it, for who listens there now. */
  readonly free: () => Promise<void>;
}

/** Keeps a port that nobody listens on. It is free again at the latest when the process ends, which it does not hold up. */
export function keepPort(): Promise<KeptPort> {
  return new Promise((resolve, reject) => {
    const server = createServer().unref();
    server.once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        free: () => new Promise((freed) => server.close(() => freed())),
      });
    });
  });
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const { port, free } = await keepPort();
  await free();
  return port;
}
