import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of the service for Prometheus. Labels are routes, states and queue names, never personal data. */
export interface Metrics {
  readonly registry: Registry;
  /** Measures the duration of every call of the server. */
  observe(app: FastifyInstance): void;
  /** Registers a gauge that is read at each scrape. A read that fails is reported and leaves the gauge empty. */
  gauge(options: GaugeOptions): void;
}

export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** Values by label value; under '' if the gauge has no label. */
  readonly read: () => Promise<Readonly<Record<string, number>>>;
}

export interface MetricsOptions {
  readonly version: string;
  /** The newest migration of this release. */
  readonly schema: string;
  readonly onError: (error: unknown) => void;
}

let processMetrics: Registry | undefined;

/**
 * The metrics of this process, which several services in one process share. Each collection has a timer and an observer of the
 * garbage collector that prom-client never stops, so that a process has only one.
 */
function getProcessMetrics(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

export function createMetrics({ version, schema, onError }: MetricsOptions): Metrics {
  const registry = Registry.merge([getProcessMetrics()]);
  new Gauge({
    name: 'sealflow_info',
    help: 'Running release and its newest database migration',
    labelNames: ['version', 'schema'],
    registers: [registry],
  }).set({ version, schema }, 1);
  const calls = new Histogram({
    name: 'sealflow_http_request_duration_seconds',
    help: 'Duration of HTTP requests until the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    observe: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const { url: route = 'none' } = request.routeOptions;
        calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    gauge: ({ name, help, label, read }) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: label ? [label] : [],
        registers: [registry],
        collect: async () => {
          const values = await read().catch(onError);
          gauge.reset();
          for (const [key, value] of Object.entries(values ?? {})) {
            gauge.set(label ? { [label]: key } : {}, value);
          }
        },
      });
    },
  };
}
