import { createServer } from 'node:net';

/** A free TCP port, reserved by a listening socket. */
export interface KeptPort {
  readonly port: number;
  /** Releases the port, so that the caller can listen on it. */
  readonly free: () => Promise<void>;
}

/** Reserves a free port. The process may exit meanwhile, which releases it. */
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

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const { port, free } = await keepPort();
  await free();
  return port;
}
