import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push service for browsers that counts the deliveries. */
export interface PushEndpoint {
  readonly port: number;
  /** Number of deliveries by the name in the subscription. */
  readonly deliveries: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function openPushEndpoint(): Promise<PushEndpoint> {
  const deliveries = new Map<string, number>();
  const server = createServer((request, reply) => {
    request.resume().once('end', () => {
      const name = request.url?.split('/').at(-1) ?? '';
      deliveries.set(name, (deliveries.get(name) ?? 0) + 1);
      reply.writeHead(201).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    deliveries,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A subscription as a browser creates it, used as registration token. */
export function subscriptionOf(port: number, name: string): string {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return JSON.stringify({
    endpoint: `http://127.0.0.1:${port}/push/${name}`,
    expirationTime: null,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  });
}
