import type { FastifyRequest } from 'fastify';
import type { RequestPlace } from './accounts.port.ts';

/** Where a request came in, under each name that its sender may know this service by. */
export function placeOf(request: FastifyRequest, publicUrl: string): RequestPlace {
  return {
    method: request.method,
    path: new URL(request.url, 'http://localhost').pathname,
    hosts: [publicUrl, `${request.protocol}://${request.host}`].flatMap(hostOf),
  };
}

/** As addresses name it: without the port that their scheme has anyway. */
function hostOf(address: string): string[] {
  const url = URL.parse(address);
  return url ? [url.host] : [];
}
