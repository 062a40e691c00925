import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts and measures, for Prometheus. Labels are routes, states and names of queues, never of people. */
export interface Metrics {
  readonly registry: Registry;
  /** Measures every call of the server. */
  observe(app: FastifyInstance): void;
  /** A value that is asked for at each reading, by label; a reading that fails is left out and told. */
  gauge(options: GaugeOptions): void;
}

export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** Values by the label's, under '' where there is no label. */
  readonly read: () => Promise<Readonly<Record<string, number>>>;
}

export interface MetricsOptions {
  readonly version: string;
  /** The newest migration of the database that the release knows. */
  readonly schema: string;
  readonly onError: (error: unknown) => void;
}

export function createMetrics({ version, schema, onError }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'sealflow_info',
    help: 'Which release runs, and the newest migration of the database that it knows',
    labelNames: ['version', 'schema'],
    registers: [registry],
  }).set({ version, schema }, 1);
  const calls = new Histogram({
    name: 'sealflow_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
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
