import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Answers whether one part works; throws where it does not. */
export type Probe = () => Promise<unknown>;

/** `/healthz`: the process serves. `/readyz`: what it stands on answers too. */
export function healthRoutes(app: FastifyInstance, probes: Readonly<Record<string, Probe>>): void {
  const whole = z.object({ status: z.literal('ok') });
  const parts = (status: string) => z.object({ status: z.literal(status), failed: z.array(z.string()) });
  const quiet = (operationId: string, summary: string, response: object) =>
    ({ schema: { operationId, summary, tags: ['service'], response }, logLevel: 'silent' }) as const;
  app.get('/healthz', quiet('getHealthz', 'The process serves', { 200: whole }), async () => ({
    status: 'ok',
  }));
  const ready = quiet('getReadyz', 'What the service stands on answers', {
    200: parts('ok'),
    503: parts('unavailable'),
  });
  // Anybody may ask: however many do at once, the database and the store are asked once.
  let probing: Promise<string[]> | undefined;
  app.get('/readyz', ready, async (request, reply) => {
    probing ??= failedOf(probes).finally(() => {
      probing = undefined;
    });
    const failed = await probing;
    if (failed.length > 0) request.log.warn({ failed }, 'not ready');
    return reply
      .code(failed.length > 0 ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: failed.length > 0 ? 'unavailable' : 'ok', failed });
  });
}

async function failedOf(probes: Readonly<Record<string, Probe>>): Promise<string[]> {
  const results = await Promise.allSettled(Object.values(probes).map((probe) => probe()));
  return Object.keys(probes).filter((_, index) => results[index]?.status === 'rejected');
}
