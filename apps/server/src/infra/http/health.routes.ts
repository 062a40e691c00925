import type { FastifyInstance } from 'fastify';

/** Answers whether one part works; throws where it does not. */
export type Probe = () => Promise<unknown>;

/** `/healthz`: the process serves. `/readyz`: what it stands on answers too. */
export function healthRoutes(app: FastifyInstance, probes: Readonly<Record<string, Probe>>): void {
  const hidden = { schema: { hide: true }, logLevel: 'silent' } as const;
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async (request, reply) => {
    const names = Object.keys(probes);
    const results = await Promise.allSettled(Object.values(probes).map((probe) => probe()));
    const failed = names.filter((_, index) => results[index]?.status === 'rejected');
    if (failed.length > 0) request.log.warn({ failed }, 'not ready');
    return reply
      .code(failed.length > 0 ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: failed.length > 0 ? 'unavailable' : 'ok', failed });
  });
}
