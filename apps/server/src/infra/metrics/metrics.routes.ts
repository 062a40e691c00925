import { createHash, timingSafeEqual } from 'node:crypto';
import { errorBody } from '@sealflow/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../errors/service.errors.ts';
import { bearerOf } from '../http/route.middleware.ts';
import type { Metrics } from './metrics.util.ts';

export interface MetricsAccess {
  /** The bearer token for scrapes; undefined: only this machine may scrape. */
  readonly token: string | undefined;
}

/** Serves `/metrics` in the text format of Prometheus. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  app.get(
    '/metrics',
    {
      logLevel: 'silent',
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics of the service for Prometheus',
        tags: ['service'],
        response: { 200: { content: { 'text/plain': { schema: z.string() } } }, 401: errorBody },
      },
      onRequest: async (request) => {
        if (!canRead(request, access)) throw new ServiceError('login.signature_is_invalid');
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

function canRead(request: FastifyRequest, { token }: MetricsAccess): boolean {
  if (token === undefined) return isLocalRequest(request);
  const presented = bearerOf(request);
  // `timingSafeEqual` requires equal lengths, which the digests have.
  return presented !== undefined && timingSafeEqual(digestOf(presented), digestOf(token));
}

/** Whether a request comes from this machine. Forwarded requests do not count: a proxy may run on this machine. */
function isLocalRequest({ raw }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => name in raw.headers,
  );
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(raw.socket.remoteAddress ?? '');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
