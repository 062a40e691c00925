import type { FastifyInstance } from 'fastify';
import { notFound } from '../../infra/http/failure.adapter.ts';
import { bearerOf } from '../../infra/http/route.adapter.ts';

/** A tenant's own server may know calls that this service does not: they go through like the others. */
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
