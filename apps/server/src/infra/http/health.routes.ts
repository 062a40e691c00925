import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Checks one dependency; rejects if it does not work. */
export type Probe = () => Promise<unknown>;

/** Serves `/healthz` (the process answers) and `/readyz` (its dependencies answer too). */
export function healthRoutes(app: FastifyInstance, probes: Readonly<Record<string, Probe>>): void {
  const okSchema = z.object({ status: z.literal('ok') });
  const statusSchema = (status: string) =>
    z.object({ status: z.literal(status), failed: z.array(z.string()) });
  const silentRoute = (operationId: string, summary: string, response: object) =>
    ({ schema: { operationId, summary, tags: ['service'], response }, logLevel: 'silent' }) as const;
  app.get('/healthz', silentRoute('getHealthz', 'The process serves', { 200: okSchema }), async () => ({
    status: 'ok',
  }));
  const ready = silentRoute('getReadyz', 'The dependencies of the service answer', {
    200: statusSchema('ok'),
    503: statusSchema('unavailable'),
  });
  const sharedProbes = Object.entries(probes).map(([name, probe]) => [name, coalesceProbe(probe)] as const);
  app.get('/readyz', ready, async (request, reply) => {
    const failed = await findFailedProbes(sharedProbes);
    if (failed.length > 0) request.log.warn({ failed }, 'not ready');
    return reply
      .code(failed.length > 0 ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: failed.length > 0 ? 'unavailable' : 'ok', failed });
  });
}

/** A slower probe counts as failed: the load balancer repeats it soon. */
const probeTimeoutMs = 3000;

async function findFailedProbes(probes: readonly (readonly [string, Probe])[]): Promise<string[]> {
  const timeout = AbortSignal.timeout(probeTimeoutMs);
  const results = await Promise.allSettled(
    probes.map(([, probe]) => Promise.race([probe(), rejectOnAbort(timeout)])),
  );
  return probes.map(([name]) => name).filter((_, index) => results[index]?.status === 'rejected');
}

/** Coalesces concurrent probes: the route is public, and each dependency must be probed at most once at a time. */
function coalesceProbe(probe: Probe): Probe {
  let pending: Promise<unknown> | undefined;
  return () => {
    pending ??= probe().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('probe timed out')), { once: true });
  });
}
