import type { FastifyInstance } from 'fastify';
import { notFound } from '../../infra/http/failure.adapter.ts';
import { bearerOf } from '../../infra/http/route.adapter.ts';

/** Forwards calls that this service does not have, because a tenant's own server may have them. */
export function forwardingRoutes(app: FastifyInstance): void {
  app.all(
    '/api/v1/tenants/:tid/*',
    {
      schema: { hide: true },
      onRequest: async (request, reply) => {
        const { tid } = request.params as { tid: string };
        const who = await app.guard.gate.member(bearerOf(request), tid);
        return (await app.guard.forward(who, request, reply)) ? reply : undefined;
      },
    },
    async (_request, reply) => notFound(reply),
  );
}
