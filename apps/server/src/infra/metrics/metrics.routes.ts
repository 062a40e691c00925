import { createHash, timingSafeEqual } from 'node:crypto';
import { errorBody } from '@sealflow/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../errors/service.errors.ts';
import { bearerOf } from '../http/route.adapter.ts';
import type { Metrics } from './metrics.adapter.ts';

export interface MetricsAccess {
  /** What a reader shows as its bearer token; undefined: only this machine itself may read. */
  readonly token: string | undefined;
}

/** `/metrics` in the text format of Prometheus. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  app.get(
    '/metrics',
    {
      logLevel: 'silent',
      schema: {
        operationId: 'getMetrics',
        summary: 'What the service counts and measures, for Prometheus',
        tags: ['service'],
        response: { 200: { content: { 'text/plain': { schema: z.string() } } }, 401: errorBody },
      },
      onRequest: async (request) => {
        if (!mayRead(request, access)) throw new ServiceError('login.signature_is_invalid');
      },
    },
    async (_request, reply) => {
      const text = await metrics.registry.metrics();
      return reply
        .header('cache-control', 'no-store')
        .type(metrics.registry.contentType)
        .serializer(String)
        .send(text);
    },
  );
}

function mayRead(request: FastifyRequest, { token }: MetricsAccess): boolean {
  if (token === undefined) return isThisMachine(request);
  const shown = bearerOf(request);
  // Digests are of one length, whatever was shown.
  return shown !== undefined && timingSafeEqual(digestOf(shown), digestOf(token));
}

/** Behind a proxy everybody comes from the proxy's machine: what was passed on does not count. */
function isThisMachine({ raw }: FastifyRequest): boolean {
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in raw.headers);
  return !isPassedOn && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(raw.socket.remoteAddress ?? '');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
