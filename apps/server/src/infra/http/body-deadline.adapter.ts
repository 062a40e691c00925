import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Until a body has to be there whole: whoever sends a byte now and then would keep a connection, and many of them all. Files
 * may take their time.
 */
export function endSlowBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && request.routeOptions.config.upload === undefined) endBy(request.raw, patienceMs);
    done(null, payload);
  });
}

/**
 * Reads away what is left of a body that was answered before its end. Left where it lies, it stands before the next request on
 * the same connection, which a client or a proxy sends at once and nobody would ever read: Node does so by itself only
 * for bodies that nobody began to read.
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

/** Ends the connection where the body is not there by then. */
function endBy(raw: IncomingMessage, patienceMs: number): void {
  const late = setTimeout(() => raw.destroy(), patienceMs).unref();
  raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
