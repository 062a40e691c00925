import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

const variable = 'E2E_FRONT_PORTS';
const reservedPorts = 24;

/**
 * Reserves ports for the servers that tests put in front of the service. Device proofs are valid only at hosts that
 * the service knows at its start. @returns these hosts.
 */
export async function reserveFrontPorts(): Promise<string> {
  const servers = Array.from({ length: reservedPorts }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  process.env[variable] = ports.join(',');
  return ports.map((port) => `localhost:${port}`).join(',');
}

/** Listens at the first free reserved port, or at any port without reservations. */
export async function listenInFront(server: Server): Promise<void> {
  const ports = (process.env[variable] ?? '0').split(',').map(Number);
  for (const port of ports) {
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`all ${ports.length} ports in front of the service are in use`);
}
