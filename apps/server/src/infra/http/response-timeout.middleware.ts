import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';

/**
 * Answers calls that have no answer after the time limit with `app.unavailable`. Fastify's `handlerTimeout` ends when the body of a
 * request has been read, so it limits no call with a body, and costs each of them a timer and an abort signal.
 * @returns a function that starts the time of a call.
 */
export function createResponseTimeout(
  app: FastifyInstance,
  timeoutMs: number,
): (reply: FastifyReply) => void {
  // All calls have the same limit, so they are due in the order of the map, and one timer serves them.
  const dueAt = new Map<FastifyReply, number>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    timer = setTimeout(answerDue, ms).unref();
  };
  const answerDue = () => {
    timer = undefined;
    for (const [reply, at] of dueAt) {
      const remainingMs = at - performance.now();
      if (remainingMs > 0) return wait(remainingMs);
      dueAt.delete(reply);
      replyUnavailable(reply);
    }
  };
  app.addHook('onSend', (_request, reply, _payload, done) => {
    dueAt.delete(reply);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
  return (reply) => {
    dueAt.set(reply, performance.now() + timeoutMs);
    if (timer === undefined) wait(timeoutMs);
  };
}

/** A call that answers without Fastify, or whose client is gone, needs no answer. */
function replyUnavailable(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
  reply.log.warn({ route: reply.request.routeOptions.url }, 'call timed out');
  void reply.send(new ServiceError('app.unavailable'));
}
