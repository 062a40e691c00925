import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Checks one dependency; rejects if it does not work. */
export type Probe = () => Promise<unknown>;

/** Serves `/healthz` (the process answers) and `/readyz` (its dependencies answer too). */
export function healthRoutes(app: FastifyInstance, probes: Readonly<Record<string, Probe>>): void {
  const whole = z.object({ status: z.literal('ok') });
  const parts = (status: string) => z.object({ status: z.literal(status), failed: z.array(z.string()) });
  const quiet = (operationId: string, summary: string, response: object) =>
    ({ schema: { operationId, summary, tags: ['service'], response }, logLevel: 'silent' }) as const;
  app.get('/healthz', quiet('getHealthz', 'The process serves', { 200: whole }), async () => ({
    status: 'ok',
  }));
  const ready = quiet('getReadyz', 'The dependencies of the service answer', {
    200: parts('ok'),
    503: parts('unavailable'),
  });
  const shared = Object.entries(probes).map(([name, probe]) => [name, sharedProbe(probe)] as const);
  app.get('/readyz', ready, async (request, reply) => {
    const failed = await failedOf(shared);
    if (failed.length > 0) request.log.warn({ failed }, 'not ready');
    return reply
      .code(failed.length > 0 ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: failed.length > 0 ? 'unavailable' : 'ok', failed });
  });
}

/** A slower probe counts as failed: the load balancer repeats it soon. */
const patienceMs = 3000;

async function failedOf(probes: readonly (readonly [string, Probe])[]): Promise<string[]> {
  const late = AbortSignal.timeout(patienceMs);
  const results = await Promise.allSettled(probes.map(([, probe]) => Promise.race([probe(), ended(late)])));
  return probes.map(([name]) => name).filter((_, index) => results[index]?.status === 'rejected');
}

/** Coalesces concurrent probes: the route is public, and each dependency must be probed at most once at a time. */
function sharedProbe(probe: Probe): Probe {
  let underWay: Promise<unknown> | undefined;
  return () => {
    underWay ??= probe().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('probe timed out')), { once: true });
  });
}
