import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type DiskSpace, readDiskSpace, reservedBytes } from '../../infra/files/disk-space.util.ts';
import { metricsRoutes } from '../../infra/metrics/metrics.routes.ts';
import type { ServiceContext, ServiceModule } from './service-context.types.ts';

/** Metrics for the operators of the service. */
export const runningModule: ServiceModule = {
  registerRoutes: (app, context) => {
    const { config, metrics } = context;
    metrics.observe(app);
    measureDatabase(context);
    measureJobs(context);
    measureStorage(context);
    measureResponseCache(app, context);
    metricsRoutes(app, metrics, { token: config.metricsToken });
  },
};

function measureResponseCache(app: FastifyInstance, { metrics }: ServiceContext): void {
  metrics.gauge({
    name: 'sealflow_http_kept_answers',
    help: 'Calls that this node answered from its cache; not part of sealflow_http_request_duration_seconds',
    label: 'route',
    read: async () => Object.fromEntries(app.guard.responseCache?.hitsByRoute ?? []),
  });
}

function measureDatabase({ database, db, metrics }: ServiceContext): void {
  const { pool } = database;
  metrics.gauge({
    name: 'sealflow_database_connections',
    help: 'Database connections of this node, and requests that wait for one',
    label: 'state',
    read: async () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
  metrics.gauge({
    name: 'sealflow_database_bytes',
    help: 'Size of the database with its indexes, for the whole service',
    read: async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(db);
      return { '': rows[0]?.bytes ?? 0 };
    },
  });
}

/** Job counts by queue. Scheduled jobs are not backlog. Retried jobs also have a count of their own. */
function measureJobs({ db, metrics }: ServiceContext): void {
  const gauge = (name: string, help: string, column: keyof JobCounts) =>
    metrics.gauge({
      name,
      help: `${help}, by queue, for the whole service`,
      label: 'queue',
      read: async () => Object.fromEntries((await countJobs(db)).map((row) => [row.name, row[column]])),
    });
  gauge('sealflow_jobs_due', 'Jobs that are due but not completed', 'due');
  gauge('sealflow_jobs_oldest_due_seconds', 'Age of the oldest job that is due', 'age');
  gauge('sealflow_jobs_retrying', 'Failed jobs that wait for a retry', 'retrying');
  gauge('sealflow_jobs_scheduled', 'Jobs for a later time, such as reminders of deadlines', 'scheduled');
}

interface JobCounts {
  due: number;
  age: number;
  retrying: number;
  scheduled: number;
}

async function countJobs(db: ServiceContext['db']): Promise<(JobCounts & { name: string })[]> {
  const { rows } = await sql<JobCounts & { name: string }>`
    select name,
      count(*) filter (where state <> 'active' and start_after <= now()) as due,
      coalesce(
        extract(epoch from now() - min(start_after) filter (where state <> 'active' and start_after <= now())), 0
      )::float8 as age,
      count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'created' and start_after > now()) as scheduled
    from pgboss.job where state < 'completed' group by name
  `.execute(db);
  return rows;
}

/** Free space of the disks. Below the reserve, uploads are rejected. */
function measureStorage({ config, db, metrics }: ServiceContext): void {
  const folders: Readonly<Record<string, string>> = {
    data: config.dataDir,
    ...(config.objectStore ? {} : { objects: path.join(config.dataDir, 'objects') }),
  };
  const gauge = (name: string, help: string, read: (space: DiskSpace) => number) =>
    metrics.gauge({
      name,
      help,
      label: 'place',
      read: async () => {
        const values = Object.entries(folders).map(async ([place, folder]) => [
          place,
          read(await readDiskSpace(folder)),
        ]);
        return Object.fromEntries(await Promise.all(values));
      },
    });
  gauge('sealflow_disk_free_bytes', 'Free space on the disk of a folder of this node', ({ free }) => free);
  gauge('sealflow_disk_size_bytes', 'Size of the disk of a folder of this node', ({ total }) => total);
  gauge('sealflow_disk_reserved_bytes', 'Free space below which uploads are rejected', reservedBytes);
  metrics.gauge({
    name: 'sealflow_files_bytes',
    help: 'Size of the stored files of all tenants, for the whole service',
    read: async () => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(bytes), 0)::bigint as bytes from upload_usage where fid = ''`.execute(db);
      return { '': rows[0]?.bytes ?? 0 };
    },
  });
}
