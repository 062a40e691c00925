import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { pageOptions } from './shared-options.util.ts';
import { formatTable, formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Health = Answer<'GET /api/v1/admin/health'>['data'];
type Metrics = Answer<'GET /api/v1/admin/health/metrics'>;
type FailedJob = Answer<'GET /api/v1/admin/failed-jobs'>['data'][number];
type DeliveryFailure = Answer<'GET /api/v1/admin/delivery-failures'>['data'][number];
type FailedChannel = DeliveryFailure['channel'];
type MetricsRange = 'hours' | 'day' | 'month';

const toHealthRecord = ({ versions, nodes, queues, storage, database, delivery, ...others }: Health) => ({
  version: versions.service,
  schema: database?.schema.applied,
  nodes: nodes?.map(({ node, state }) => `${node} ${state}`),
  'waiting jobs': queues?.reduce((sum, queue) => sum + queue.waiting, 0),
  'failed jobs': queues?.reduce((sum, queue) => sum + queue.failed + queue.retrying, 0),
  'file bytes': storage?.fileBytes,
  'database bytes': database?.bytes,
  connections: database && `${database.connections.used} of ${database.connections.maximum}`,
  'broken delivery': delivery?.broken.map(({ channel, code }) => `${channel}: ${code}`),
  'last backup': formatTime(others.backups?.last?.finishedAt ?? null),
  verified: others.backups?.last?.isVerified,
  unreadable: others.failures.map(({ part, reason }) => `${part}: ${reason}`),
});

const toNodeRow = (one: NonNullable<Health['nodes']>[number]) => ({
  node: one.node,
  state: one.state,
  version: one.version,
  started: formatTime(one.startedAt),
  heartbeat: formatTime(one.heartbeatAt),
  housekeeping: one.housekeepingOutcome,
});

const toJobRow = (one: FailedJob) => ({
  job: one.jobID,
  queue: one.queue,
  state: one.state,
  attempts: one.attempts,
  cause: one.cause,
  next: formatTime(one.nextAttemptAt),
});

const toFailureRow = (one: DeliveryFailure) => ({
  failed: formatTime(one.failedAt),
  tenant: one.tid,
  channel: one.channel,
  purpose: one.purpose,
  code: one.code,
});

const toMetricsRow = ({ at, ...one }: Metrics['data']['points'][number]) => ({
  at: formatTime(at),
  requests: one.requests,
  errors: one.errors,
  'p95 ms': Math.round(one.p95Ms),
  'memory bytes': one.memoryBytes,
  'loop ms': Math.round(one.loopLagMs),
  jobs: one.queueDepth,
  connections: one.connections,
});

/** The state of the deployment, and what an operator does about it. */
export const healthCommands: readonly Command[] = [
  createCallCommand({
    name: 'health show',
    summary: 'shows nodes, jobs, storage, database and the last backup',
    options: {},
    details: ['--json also prints queues, disks, the largest tables and certificates.'],
    call: 'GET /api/v1/admin/health',
    buildRequest: () => ({}),
    render: renderOne(toHealthRecord),
  }),
  createCallCommand({
    name: 'health metrics',
    summary: 'shows the metrics of all nodes, or of one, over time',
    options: {
      range: { value: 'RANGE', about: 'hours (default): by minute; day: by 5 minutes; month: by hour' },
      node: { value: 'NODE', about: 'of this node only' },
    },
    call: 'GET /api/v1/admin/health/metrics',
    buildRequest: (args) => {
      const range = args.text('range') as MetricsRange | undefined;
      return { query: { range, node: args.text('node') } };
    },
    render: ({ data }: Metrics) => ({ json: data, lines: formatTable(data.points.map(toMetricsRow)) }),
  }),
  createCallCommand({
    name: 'node list',
    summary: 'lists the nodes of the service',
    options: {},
    call: 'GET /api/v1/admin/health',
    buildRequest: () => ({}),
    render: ({ data }: { data: Health }) => {
      const nodes = data.nodes ?? [];
      return renderList(toNodeRow)({ total: nodes.length, data: nodes });
    },
  }),
  createCallCommand({
    name: 'node drain',
    summary:
      'lets a node report that it is not ready, so that a load balancer sends no further requests to it',
    argument: 'NODE',
    options: { yes: { about: 'confirms it' } },
    details: ['The node goes on with its jobs until it is stopped, or until node end-draining.'],
    call: 'POST /api/v1/admin/nodes/{node}/actions/drain',
    buildRequest: (args) => {
      if (!args.flag('yes'))
        throw new UsageError('no further requests will reach the node: confirm with --yes');
      return { params: { node: args.argument() } };
    },
    render: (_, args) =>
      renderDone({ node: args.argument(), draining: true }, `${args.argument()} drains within 10 seconds`),
  }),
  createCallCommand({
    name: 'node end-draining',
    summary: 'lets a drained node report that it is ready again',
    argument: 'NODE',
    options: {},
    call: 'POST /api/v1/admin/nodes/{node}/actions/end-draining',
    buildRequest: (args) => ({ params: { node: args.argument() } }),
    render: (_, args) =>
      renderDone({ node: args.argument(), draining: false }, `${args.argument()} is ready within 10 seconds`),
  }),
  createCallCommand({
    name: 'job list',
    summary: 'lists the jobs whose last attempt failed, newest first, with the cause',
    options: {
      queue: { value: 'QUEUE', about: 'of this queue only' },
      ...pageOptions,
    },
    call: 'GET /api/v1/admin/failed-jobs',
    buildRequest: (args) => ({ query: { ...args.page(), queue: args.text('queue') } }),
    render: renderList(toJobRow),
  }),
  createCallCommand({
    name: 'job retry',
    summary: 'runs a failed job again now',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/failed-jobs/{jobID}/actions/retry',
    buildRequest: (args) => ({ params: { jobID: args.argument() } }),
    render: (_, args) => renderDone({ jobID: args.argument() }, `${args.argument()} runs again`),
  }),
  createCallCommand({
    name: 'delivery failures',
    summary:
      'lists the mails, text messages and pushes that failed for good, newest first, without addresses',
    options: {
      tenant: { value: 'ID', about: 'of this tenant only' },
      channel: { value: 'CHANNEL', about: 'mail, sms or push' },
      days: { value: 'N', about: 'of the last N days; 30 by default' },
      ...pageOptions,
    },
    call: 'GET /api/v1/admin/delivery-failures',
    buildRequest: (args) => ({
      query: {
        ...args.page(),
        tid: args.text('tenant'),
        channel: args.text('channel') as FailedChannel | undefined,
        days: args.integer('days'),
      },
    }),
    render: renderList(toFailureRow),
  }),
  createCallCommand({
    name: 'housekeeping run',
    summary: 'deletes expired records now, as each node does every hour',
    options: {},
    call: 'POST /api/v1/admin/health/actions/run-housekeeping',
    buildRequest: () => ({}),
    render: renderOne(({ outcome }: { outcome: string }) => ({ outcome })),
  }),
];
