import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type DiskSpace, readDiskSpace, reservedBytes } from '../../infra/files/disk-space.util.ts';
import { metricsRoutes } from '../../infra/metrics/metrics.routes.ts';
import { createRequestSampler } from '../../infra/metrics/request-sampler.util.ts';
import { healthAdminRoutes } from '../../modules/deployment/health.routes.ts';
import type { HealthServices } from '../../modules/deployment/health.usecases.ts';
import { countJobs, type QueueCounts } from '../../modules/deployment/jobs.repository.ts';
import {
  deleteLostNodes,
  heartbeatIntervalMs,
  registerNode,
  sendHeartbeat,
  unregisterNode,
} from '../../modules/deployment/nodes.usecases.ts';
import { storeSample, thinSamples } from '../../modules/deployment/samples.usecases.ts';
import { schemaVersion, version } from '../version.util.ts';
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
    reportNode(app, context);
    healthAdminRoutes(app, {
      ...context,
      storeKind: config.objectStore ? 's3' : 'folder',
      folders: foldersOf(config),
      versions: { service: version, schema: schemaVersion },
    });
  },
  deleteExpired: async ({ db }, now) => {
    await thinSamples(db, now);
    await deleteLostNodes(db, now);
  },
};

const sampleIntervalMs = 60_000;
/** A database that does not answer must not delay the end of the process. */
const unregisterTimeoutMs = 500;

/** While this process listens, reports it as a node and stores its metrics every minute. */
function reportNode(app: FastifyInstance, context: ServiceContext): void {
  const { database, onError } = context;
  const sampler = createRequestSampler(app);
  const timers: NodeJS.Timeout[] = [];
  const repeat = (work: () => Promise<void>, intervalMs: number) => {
    timers.push(setInterval(() => void work().catch(onError), intervalMs).unref());
  };
  app.addHook('onListen', (done) => {
    const [address] = app.addresses();
    const port = typeof address === 'object' ? address.port : 0;
    sampler.start();
    // The hooks of other modules and the caller do not wait for the database.
    void registerNode(context, { port, version }).catch(onError);
    repeat(() => sendHeartbeat(context, version), heartbeatIntervalMs);
    repeat(async () => {
      const connections = database.pool.totalCount;
      await storeSample(context, { ...sampler.take(), connections });
    }, sampleIntervalMs);
    done();
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    sampler.stop();
    if (timers.length === 0) return;
    await Promise.race([unregisterNode(context).catch(onError), pause(unregisterTimeoutMs)]);
  });
}

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
  const gauge = (name: string, help: string, column: Exclude<keyof QueueCounts, 'name'>) =>
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

/** Folders of this node. Files in an object store are on no disk of this node. */
const foldersOf = ({ dataDir, objectStore }: ServiceContext['config']): HealthServices['folders'] => [
  { place: 'data', folder: dataDir },
  ...(objectStore ? [] : [{ place: 'objects' as const, folder: path.join(dataDir, 'objects') }]),
];

/** Free space of the disks. Below the reserve, uploads are rejected. */
function measureStorage({ config, db, metrics }: ServiceContext): void {
  const folders = foldersOf(config);
  const gauge = (name: string, help: string, read: (space: DiskSpace) => number) =>
    metrics.gauge({
      name,
      help,
      label: 'place',
      read: async () => {
        const values = folders.map(async ({ place, folder }) => [place, read(await readDiskSpace(folder))]);
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
