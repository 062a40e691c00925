import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';

/** How long clients that keep their connections have to hear that they are to take another. */
const farewell = 700;
const look = 20;

/**
 * Prepares an end in which no request is lost. @returns what begins it: nobody is let in any more, and each answer ends its
 * connection, so that a client's next request goes to another node; it resolves when all have gone, or after a moment.
 */
export function prepareDrain(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  return async () => {
    const { server } = app;
    if (!server.listening) return;
    draining = true;
    // The HTTP server's own `close` would cut connections that stand idle, with a request perhaps on its way.
    Server.prototype.close.call(server);
    const end = performance.now() + farewell;
    while (performance.now() < end && (await countConnections(server)) > 0) await pause(look);
  };
}

/** Who still asks on a connection of before is told in the contract's words that this node takes nothing any more. */
export function refuseOnceClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing ? new ServiceError('app.unavailable') : undefined);
  });
}

function countConnections(server: FastifyInstance['server']): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
