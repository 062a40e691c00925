import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { metricsRoutes } from '../../infra/metrics/metrics.routes.ts';
import type { Area, Parts } from '../parts.port.ts';

/** What whoever runs the service sees of it. */
export const runningArea: Area = {
  serve: (app, parts) => {
    const { config, metrics } = parts;
    metrics.observe(app);
    measureParts(parts);
    measureKept(app, parts);
    metricsRoutes(app, metrics, { token: config.metricsToken });
  },
};

function measureKept(app: FastifyInstance, { metrics }: Parts): void {
  metrics.gauge({
    name: 'sealflow_http_kept_answers',
    help: 'Calls that this node answered by what it keeps, which sealflow_http_request_duration_seconds leaves out',
    label: 'route',
    read: async () => Object.fromEntries(app.guard.kept?.given ?? []),
  });
}

function measureParts({ database, db, metrics }: Parts): void {
  const { pool } = database;
  metrics.gauge({
    name: 'sealflow_database_connections',
    help: 'Connections to the database that this node holds, and requests that wait for one',
    label: 'state',
    read: async () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
  metrics.gauge({
    name: 'sealflow_jobs_open',
    help: 'Jobs that are still to be done, by queue; of the whole service',
    label: 'queue',
    read: async () => {
      const { rows } = await sql<{ name: string; open: number }>`
        select name, count(*) as open from pgboss.job where state < 'completed' group by name`.execute(db);
      return Object.fromEntries(rows.map(({ name, open }) => [name, open]));
    },
  });
}
