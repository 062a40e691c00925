import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Runs while the call has no answer. */
    responseTimer: NodeJS.Timeout | undefined;
  }
}

/**
 * Answers calls that have no answer after the time limit with `app.unavailable`. Fastify's `handlerTimeout` ends when the body of a
 * request has been read, so it limits no call with a body, and costs each of them an abort signal.
 *
 * Each call has a timer of its own, because Node unlinks a cleared timer completely. A map of all calls is replaced by a new one again
 * and again while it is used, and V8 links each replaced map to the next: once one of them is old, all later calls outlive their
 * answers until the next collection of the whole heap.
 * @returns a function that starts the time of a call.
 */
export function createResponseTimeout(
  app: FastifyInstance,
  timeoutMs: number,
): (reply: FastifyReply) => void {
  app.decorateReply('responseTimer', undefined);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    clearTimeout(reply.responseTimer);
    reply.responseTimer = undefined;
    done();
  });
  return (reply) => {
    reply.responseTimer = setTimeout(replyUnavailable, timeoutMs, reply).unref();
  };
}

/** A call that answers without Fastify, or whose client is gone, needs no answer. */
function replyUnavailable(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
  reply.log.warn({ route: reply.request.routeOptions.url }, 'call timed out');
  void reply.send(new ServiceError('app.unavailable'));
}
