import { createServer } from 'node:net';

/** A free TCP port, reserved by a listening socket. */
export interface ReservedPort {
  readonly port: number;
  /** Releases the port, so that the caller can listen on it. */
  readonly release: () => Promise<void>;
}

/** Reserves a free port. The process may exit meanwhile, which releases it. */
export function reservePort(): Promise<ReservedPort> {
  return new Promise((resolve, reject) => {
    const server = createServer().unref();
    server.once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        release: () => new Promise((released) => server.close(() => released())),
      });
    });
  });
}

/** A port that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const { port, release } = await reservePort();
  await release();
  return port;
}
