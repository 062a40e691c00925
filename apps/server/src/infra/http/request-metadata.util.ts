import type { FastifyRequest } from 'fastify';
import { sourceNetworkOf } from '../../infra/http/source-network.rules.ts';
import type { RequestMetadata } from './accounts.types.ts';

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
