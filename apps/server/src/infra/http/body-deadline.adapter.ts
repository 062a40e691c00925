import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Limits the time for receiving a body: clients that send a byte now and then could otherwise occupy all connections.
 * Uploads are exempt.
 */
export function endSlowBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && request.routeOptions.config.upload === undefined) endBy(request.raw, patienceMs);
    done(null, payload);
  });
}

/**
 * Discards the rest of a body that was answered before its end. The rest would block the next request on the same
 * connection, which a client or proxy sends at once. Node discards only bodies of which nothing was read.
 */
export function discardRests(app: FastifyInstance, patienceMs: number): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request) && !raw.readableEnded && !raw.destroyed) {
      endBy(raw, patienceMs);
      raw.unpipe();
      raw.resume();
    }
    done();
  });
}

/** Destroys the connection unless the body ends within the time limit. */
function endBy(raw: IncomingMessage, patienceMs: number): void {
  const late = setTimeout(() => raw.destroy(), patienceMs).unref();
  raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
