import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, page, time } from './common.schemas.ts';

const count = z.int();
const bytes = z.int();

const housekeepingOutcome = z.enum(['done', 'failed', 'skipped']);

const node = z.object({
  /** Host name and port. */
  node: id,
  version: z.string(),
  /** The version of Node.js. */
  runtimeVersion: z.string(),
  /** `draining`: reports that it is not ready; `lost`: has sent no heartbeat for a minute. */
  state: z.enum(['running', 'draining', 'lost']),
  startedAt: time,
  heartbeatAt: time,
  drainRequestedAt: time.nullable(),
  housekeepingAt: time.nullable(),
  /** `skipped`: the clock of the node differs from that of the database. */
  housekeepingOutcome: housekeepingOutcome.nullable(),
  /** Whether this node answers the call. */
  isAnswering: z.boolean(),
});

const queue = z.object({
  queue: z.string(),
  /** Due, and not started. */
  waiting: count,
  running: count,
  /** For a later time. */
  scheduled: count,
  /** Failed, and waiting for the next attempt. */
  retrying: count,
  /** Failed at every attempt. */
  failed: count,
  oldestDueAt: time.nullable(),
});

const storage = z.object({
  kind: z.enum(['folder', 's3']),
  /** Counted up to 100,000. */
  files: count,
  fileBytes: bytes,
  /** Objects that no file refers to; housekeeping deletes them. */
  unreferenced: count,
  /** Disks of the node that answers. */
  disks: z.array(
    z.object({
      place: z.enum(['data', 'objects']),
      freeBytes: bytes,
      totalBytes: bytes,
      /** Below this free space uploads are rejected. */
      reservedBytes: bytes,
    }),
  ),
});

const database = z.object({
  version: z.string(),
  bytes,
  schema: z.object({ applied: z.string(), release: z.string() }),
  connections: z.object({ used: count, maximum: count }),
  /** Servers that receive the changes of this one. */
  replicas: count,
  /** Rows are an estimate of the database; null before its first. */
  largestTables: z.array(z.object({ table: z.string(), bytes, rows: count.nullable() })),
});

const certificate = z.object({
  kind: z.enum(['public_tls', 'signing_key', 'web_push_key']),
  name: z.string(),
  createAt: time.nullable(),
  /** Null: it does not expire. */
  expireAt: time.nullable(),
  /** Why it cannot be read or is not trusted; null if nothing is wrong. */
  problem: z.string().nullable(),
});

const backup = z.object({
  startedAt: time,
  finishedAt: time,
  bytes: bytes.nullable(),
  hasFiles: z.boolean(),
  isVerified: z.boolean(),
  reason: z.string().nullable(),
});

const versions = z.object({
  service: z.string(),
  schema: z.string(),
  runtime: z.string(),
  platform: z.string(),
});

const delivery = z.object({
  /** The mail server and the SMS gateway, as far as they are unreachable or without any success lately. */
  broken: z.array(
    z.object({
      channel: z.enum(['mail', 'sms']),
      /** Of the last failure. */
      code: z.string(),
      /** Since the last success. */
      failures: count,
      since: time,
      lastAt: time,
    }),
  ),
  /** Deliveries of all tenants that failed for good within the last days. */
  failed: z.object({ days: z.int(), mail: count, sms: count, push: count }),
});

const health = z.object({
  readAt: time,
  versions,
  nodes: z.array(node).nullable(),
  queues: z.array(queue).nullable(),
  storage: storage.nullable(),
  database: database.nullable(),
  certificates: z.array(certificate).nullable(),
  delivery: delivery.nullable(),
  backups: z.object({ last: backup.nullable(), lastFailed: backup.nullable() }).nullable(),
  /** The parts that are null because they could not be read. */
  failures: z.array(
    z.object({
      part: z.enum(['nodes', 'queues', 'storage', 'database', 'certificates', 'delivery', 'backups']),
      /** `timeout`, or the code of the failure. */
      reason: z.string(),
    }),
  ),
});

const metricsPoint = z.object({
  at: time,
  requests: count,
  /** Requests that were answered by a status from 500. */
  errors: count,
  p95Ms: z.number(),
  memoryBytes: bytes,
  loopLagMs: z.number(),
  queueDepth: count,
  connections: count,
});

const failedJob = z.object({
  jobID: id,
  queue: z.string(),
  /** `retrying`: another attempt follows; `failed`: no other attempt follows. */
  state: z.enum(['retrying', 'failed']),
  attempts: count,
  createAt: time,
  nextAttemptAt: time.nullable(),
  /** The name of the error, with its code if it has one. */
  cause: z.string().nullable(),
});

const nodeParams = z.strictObject({ node: id });

export const adminHealthCalls = declareCalls({
  'GET /api/v1/admin/health': {
    summary: 'The state of the deployment. A part that cannot be read is null, and `failures` says why',
    access: 'operator',
    answer: data(health),
    errors: [],
  },
  'GET /api/v1/admin/health/metrics': {
    summary:
      'Metrics of a node or of all: three hours by minute, a day by five minutes, 30 days by hour. Requests and errors are sums, ' +
      'the other numbers the highest of their span',
    access: 'operator',
    query: z.strictObject({
      range: z.enum(['hours', 'day', 'month']).default('hours'),
      node: id.optional(),
    }),
    answer: data(z.object({ spanMs: z.int(), points: z.array(metricsPoint) })),
    errors: [],
  },
  'POST /api/v1/admin/health/actions/run-housekeeping': {
    summary: 'Delete expired records now, on the node that answers, as each node does every hour',
    access: 'operator',
    answer: data(z.object({ outcome: housekeepingOutcome })),
    errors: [],
  },
  'GET /api/v1/admin/failed-jobs': {
    summary: 'Jobs whose last attempt failed, the newest first',
    access: 'operator',
    query: z.strictObject({ ...page, queue: z.string().max(100).optional() }),
    answer: list(failedJob),
    errors: [],
  },
  'POST /api/v1/admin/failed-jobs/{jobID}/actions/retry': {
    summary: 'Run a failed job again now',
    access: 'operator',
    params: z.strictObject({ jobID: id }),
    answer: 'none',
    errors: ['admin.job_not_found'],
  },
  'POST /api/v1/admin/nodes/{node}/actions/drain': {
    summary:
      'Let a node report that it is not ready, so that a load balancer sends no further requests to it, and take no further jobs',
    access: 'operator',
    params: nodeParams,
    answer: 'none',
    errors: ['admin.node_not_found'],
  },
  'POST /api/v1/admin/nodes/{node}/actions/end-draining': {
    summary: 'Let a drained node report that it is ready again, and take jobs',
    access: 'operator',
    params: nodeParams,
    answer: 'none',
    errors: ['admin.node_not_found'],
  },
});
