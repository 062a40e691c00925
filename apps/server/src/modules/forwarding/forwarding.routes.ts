import type { FastifyInstance } from 'fastify';
import { replyNotFound } from '../../infra/http/error-handler.middleware.ts';
import { bearerOf } from '../../infra/http/route.middleware.ts';

/** Forwards calls that this service does not have, because a tenant's own server may have them. */
export function forwardingRoutes(app: FastifyInstance): void {
  app.all(
    '/api/v1/tenants/:tid/*',
    {
      schema: { hide: true },
      onRequest: async (request, reply) => {
        const { tid } = request.params as { tid: string };
        const caller = await app.guard.authenticator.member(bearerOf(request), tid);
        return (await app.guard.forward(caller, request, reply)) ? reply : undefined;
      },
    },
    async (_request, reply) => replyNotFound(reply),
  );
}
