import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';

/** Time for keep-alive clients to receive `connection: close` with their next answer. */
const drainTimeoutMs = 700;
const connectionPollIntervalMs = 20;

/**
 * Prepares a shutdown that loses no request.
 * @returns the function that starts it. The server accepts no new connection, and each answer closes its connection, so that
 *   the client's next request goes to another node. It resolves when no connection is left, or after `drainTimeoutMs`.
 */
export function prepareDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
  });
  return async () => {
    const { server } = app;
    if (!server.listening) return;
    isDraining = true;
    // The HTTP server's `close` would destroy idle connections, although a request may already be in transit on one.
    Server.prototype.close.call(server);
    const deadlineMs = performance.now() + drainTimeoutMs;
    while (performance.now() < deadlineMs && (await countConnections(server)) > 0)
      await pause(connectionPollIntervalMs);
  };
}

/** Rejects requests on existing connections with `app.unavailable` once the server is closing. */
export function rejectWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new ServiceError('app.unavailable') : undefined);
  });
}

function countConnections(server: FastifyInstance['server']): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
