import { type FigureTable, figure, figures } from '../figure-table.ts';
import { integer, megabytes, milliseconds, number } from '../formats.ts';
import { type BenchmarkTable, measuresTable } from './benchmark-page.ts';

const serverCalls = {
  count: 'counts, during 50 decisions a second',
  list: 'lists, during the same',
  decide: 'decisions',
};

export const serverTable: BenchmarkTable = {
  columns: ['call', 'key', 'a second', 'p50', 'p99', '`vsBareHttp`', '`vsPgbench`', '`vsParse`'],
  rows: Object.entries(serverCalls).map(([call, label]) => [
    label,
    `\`${call}\``,
    figure('server', `${call}.perSecond`, integer),
    figure('server', `${call}.p50Ms`, milliseconds),
    figure('server', `${call}.p99Ms`, milliseconds),
    figure('server', `${call}.vsBareHttp`, number),
    // No pgbench script does what a decision does.
    call === 'decide' ? '–' : figure('server', `${call}.vsPgbench`, number),
    figure('server', `${call}.vsParse`, number),
  ]),
};

const seconds = (ms: number) => `${number(ms / 1000)} s`;
const clientsOf = (part: string) => ({ key: `${part}.clients`, format: integer });

export const scaleTable = measuresTable('scale', [
  { label: 'polling clients, one node on one core', ...clientsOf('polling'), min: 100_000 },
  { label: 'their p99', key: 'polling.p99Ms', format: milliseconds, max: 10 },
  { label: 'utilisation of the node’s core', key: 'polling.busy', format: number },
  { label: 'memory of the node', key: 'polling.memoryBytes', format: megabytes },
  { label: 'p99 with an empty cache', key: 'polling.unknown.p99Ms', format: milliseconds, max: 60 },
  { label: 'utilisation with an empty cache', key: 'polling.unknown.busy', format: number },
  {
    label: 'p99 with a new connection for each request',
    key: 'polling.newConnections.p99Ms',
    format: milliseconds,
  },
  { label: 'event streams, one node', ...clientsOf('events'), min: 10_000 },
  { label: 'time to send one event to all of them', key: 'events.fanOutMs', format: seconds, max: 150 },
  { label: 'one node on both cores, counts a second', key: 'nodes.0.perSecond', format: integer },
  { label: 'two nodes on the same cores', key: 'nodes.1.perSecond', format: integer },
  { label: 'four nodes on the same cores', key: 'nodes.2.perSecond', format: integer },
]);

const costOf = (key: string, format: (value: number) => string) =>
  figure('scale', `costPer1000Users.${key}`, format);

export const usersTable: BenchmarkTable = {
  columns: ['resource', 'per day'],
  rows: [
    ['processor of the node', costOf('nodeCpuSecondsADay', (value) => `${number(value)} s`)],
    ['processor of PostgreSQL', costOf('databaseCpuSecondsADay', (value) => `${number(value)} s`)],
    ['memory of the node', costOf('nodeMemoryBytes', megabytes)],
    ['connections to the database', costOf('databaseConnections', number)],
    ['rows written', costOf('rowsWrittenADay', integer)],
    ['write-ahead log', costOf('walBytesADay', megabytes)],
    ['growth of the database', costOf('databaseBytesADay', megabytes)],
  ],
};

/** The calls of `calls-kinds.ts`, by key. */
const calls = {
  signIn: 'sign in (argon2id 19 MiB, known phone)',
  signInNewDevice: 'sign in (new phone)',
  refresh: 'exchange a token',
  countKnown: 'count, cached',
  countUnknown: 'count, not cached, of a user without cached data',
  taskList: 'list of tasks',
  flowList: 'list of applications',
  flowSearch: 'search in 200 own tasks',
  flowDetails: 'details of an application',
  flowProcess: 'process of an application',
  currentUser: 'current user',
  messages: 'sessions of messages',
  decide: 'decide',
  apply: 'apply',
  uploadMiB: 'upload, a MiB',
  downloadMiB: 'download, a MiB',
  licence: 'use licence (rewrap)',
  postEach: 'message to named people, each',
  announce: 'announcement to all, once',
  pushEach: 'push (Web Push, encrypted), each',
  streamEach: 'event to a stream, each',
};
/** Work of this process after the calls, which `statements` and `storedBytes` do not count. */
const backgroundWork = { auditLink: 'link of a record', job: 'empty job' };

const nodeTime = (path: string) => figure('calls', `${path}.nodeCpuMs`, number);
const databaseTime = (path: string) => figure('calls', `${path}.databaseCpuMs`, number);

const callRows: FigureTable['rows'] = [
  ...Object.entries(calls).map(
    ([call, label]) =>
      [
        label,
        nodeTime(`calls.${call}`),
        databaseTime(`calls.${call}`),
        figure('calls', `calls.${call}.statements`, integer),
        figure('calls', `calls.${call}.walBytes`, integer),
        figure('calls', `calls.${call}.storedBytes`, integer),
      ] as const,
  ),
  ...Object.entries(backgroundWork).map(
    ([work, label]) =>
      [
        label,
        nodeTime(work),
        databaseTime(work),
        '–',
        figure('calls', `${work}.walBytes`, integer),
        '–',
      ] as const,
  ),
  ['an idle second', nodeTime('restSecond'), databaseTime('restSecond'), '–', '–', '–'],
];

export const callsTable: BenchmarkTable = {
  columns: ['call', 'node, ms', 'PostgreSQL, ms', 'statements', 'log, bytes', 'stored, bytes'],
  rows: callRows,
};

export const ratesTable: BenchmarkTable = {
  columns: ['background work', 'a second'],
  rows: Object.entries(backgroundWork).map(([work, label]) => [
    label,
    figures('calls', [`${work}.perSecond`], integer),
  ]),
};
