import type { FastifyRequest } from 'fastify';
import { sourceNetworkOf } from './source-network.rules.ts';

/** Target of a request, which a DPoP proof (RFC 9449) covers, and its source, which rate limits count. */
export interface RequestMetadata {
  method: string;
  path: string;
  /** The host names, with ports, under which clients know this service. */
  hosts: readonly string[];
  /** The network of the client. */
  source: string;
}

/**
 * Creates the reader of the target and source of a request. The hosts are configured by the operator: an attacker who
 * relays a proof controls the `Host` header, so a proof that is bound to this header would be bound to nothing.
 */
export function createMetadataReader(
  hosts: () => readonly string[],
): (request: FastifyRequest) => RequestMetadata {
  return (request) => ({
    method: request.method,
    path: new URL(request.url, 'http://localhost').pathname,
    hosts: hosts(),
    source: sourceNetworkOf(request.ip),
  });
}
