import type { FastifyRequest } from 'fastify';
import { sourceNetworkOf } from '../../infra/http/source-network.adapter.ts';
import type { RequestPlace } from './accounts.port.ts';

/**
 * Tells where a request came in. The hosts are the operator's: whoever relays a proof writes any `Host` header, and a proof that is
 * bound to that header would be bound to nothing.
 */
export function placesAt(hosts: () => readonly string[]): (request: FastifyRequest) => RequestPlace {
  return (request) => ({
    method: request.method,
    path: new URL(request.url, 'http://localhost').pathname,
    hosts: hosts(),
    source: sourceNetworkOf(request.ip),
  });
}
