import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Limits the time for receiving a body: clients that send a byte now and then could otherwise occupy all connections.
 * Uploads are exempt.
 */
export function enforceBodyTimeout(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && request.routeOptions.config.upload === undefined)
      destroyAfter(request.raw, timeoutMs);
    done(null, payload);
  });
}

/**
 * Discards the rest of a body that was answered before its end. The rest would block the next request on the same
 * connection, which a client or proxy sends at once. Node discards only bodies of which nothing was read.
 */
export function discardUnreadBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(request) && !raw.readableEnded && !raw.destroyed) {
      destroyAfter(raw, timeoutMs);
      raw.unpipe();
      raw.resume();
    }
    done();
  });
}

/**
 * Gives an empty stream to the parsers of a request without a body. With `optimizeEmptyRequests` Node has ended the stream of such a
 * request, so that a parser would wait for its end forever.
 */
export function supplyEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    done(null, request.raw.destroyed && !hasBody(request) ? Readable.from([]) : payload);
  });
}

/** Destroys the connection unless the body ends within the time limit. */
function destroyAfter(raw: IncomingMessage, timeoutMs: number): void {
  const timer = setTimeout(() => raw.destroy(), timeoutMs).unref();
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
