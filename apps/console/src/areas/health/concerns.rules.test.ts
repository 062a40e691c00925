import { describe, expect, it } from 'vitest';
import { concernsOf } from './concerns.rules.ts';
import type { Health } from './health.queries.ts';

const now = 1_800_000_000_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;

const node = {
  node: 'a:1',
  version: '1.0.0',
  runtimeVersion: '24.0.0',
  state: 'running' as const,
  startedAt: now,
  heartbeatAt: now,
  drainRequestedAt: null,
  housekeepingAt: now,
  housekeepingOutcome: 'done' as const,
  isAnswering: true,
};
const queue = {
  queue: 'push',
  waiting: 0,
  running: 0,
  scheduled: 0,
  retrying: 0,
  failed: 0,
  oldestDueAt: null,
};
const disk = { place: 'data' as const, freeBytes: 100, totalBytes: 100, reservedBytes: 10 };
const backup = {
  startedAt: now,
  finishedAt: now,
  bytes: 1,
  hasFiles: true,
  isVerified: true,
  reason: null,
};
const certificate = {
  kind: 'public_tls' as const,
  name: 'sealflow.example',
  createAt: now - dayMs,
  expireAt: now + 60 * dayMs,
  problem: null,
};
const database = {
  version: '17',
  bytes: 1,
  schema: { applied: '030', release: '030' },
  connections: { used: 1, maximum: 100 },
  replicas: 0,
  largestTables: [],
};
const well: Health = {
  readAt: now,
  versions: { service: '1.0.0', schema: '030', runtime: '24.0.0', platform: 'linux' },
  nodes: [node],
  queues: [queue],
  storage: { kind: 'folder', files: 0, fileBytes: 0, unreferenced: 0, disks: [disk] },
  database,
  certificates: [certificate],
  delivery: { broken: [], failed: { days: 7, mail: 0, sms: 0, push: 0 } },
  backups: { last: backup, lastFailed: null },
  failures: [],
};
const namesOf = (change: Partial<Health>) =>
  concernsOf({ ...well, ...change }).map(({ name, about, isUrgent }) => [name, about, isUrgent]);

describe('what needs attention in a deployment', () => {
  it('is nothing where everything works', () => {
    expect(namesOf({})).toEqual([]);
  });

  it.each<[string, Partial<Health>, unknown[]]>([
    ['a lost node', { nodes: [{ ...node, state: 'lost' }] }, ['lostNode', 'a:1', true]],
    ['a drained node', { nodes: [{ ...node, state: 'draining' }] }, ['drainingNode', 'a:1', false]],
    [
      'nodes of two releases',
      { nodes: [node, { ...node, node: 'b:1', version: '2.0.0' }] },
      ['versionsDiffer', '1.0.0, 2.0.0', false],
    ],
    [
      'failed housekeeping',
      { nodes: [{ ...node, housekeepingOutcome: 'failed' }] },
      ['housekeepingFailed', 'a:1', false],
    ],
    ['failed jobs', { queues: [{ ...queue, failed: 2, retrying: 1 }] }, ['failedJobs', '3', false]],
    [
      'jobs that wait for long',
      { queues: [{ ...queue, oldestDueAt: now - 11 * minuteMs }] },
      ['waitingJobs', 'push', true],
    ],
    [
      'a full disk',
      {
        storage: {
          kind: 'folder',
          files: 0,
          fileBytes: 0,
          unreferenced: 0,
          disks: [{ ...disk, freeBytes: 9 }],
        },
      },
      ['diskFull', 'data', true],
    ],
    [
      'a disk that is almost full',
      {
        storage: {
          kind: 'folder',
          files: 0,
          fileBytes: 0,
          unreferenced: 0,
          disks: [{ ...disk, freeBytes: 19 }],
        },
      },
      ['diskLow', 'data', false],
    ],
    [
      'few free connections',
      { database: { ...database, connections: { used: 81, maximum: 100 } } },
      ['connections', '81 / 100', true],
    ],
    [
      'another schema',
      { database: { ...database, schema: { applied: '029', release: '030' } } },
      ['schema', '029', false],
    ],
    [
      'an expired certificate',
      { certificates: [{ ...certificate, expireAt: now, problem: 'CERT_HAS_EXPIRED' }] },
      ['certificateExpired', 'sealflow.example', true],
    ],
    [
      'a certificate that expires soon',
      { certificates: [{ ...certificate, expireAt: now + 29 * dayMs }] },
      ['certificateExpires', 'sealflow.example', false],
    ],
    [
      'a certificate that is not trusted',
      { certificates: [{ ...certificate, problem: 'SELF_SIGNED' }] },
      ['certificateProblem', 'sealflow.example', false],
    ],
    [
      'a signing key that is older than a year',
      {
        certificates: [{ ...certificate, kind: 'signing_key', createAt: now - 366 * dayMs, expireAt: null }],
      },
      ['signingKeyOld', 'sealflow.example', false],
    ],
    [
      'a mail server that does not answer',
      {
        delivery: {
          broken: [{ channel: 'mail', code: 'mail.unreachable', failures: 1, since: now, lastAt: now }],
          failed: { days: 7, mail: 0, sms: 0, push: 0 },
        },
      },
      ['transportBroken', 'mail', true],
    ],
    [
      'failed deliveries',
      { delivery: { broken: [], failed: { days: 7, mail: 1, sms: 2, push: 3 } } },
      ['failedDeliveries', '6', false],
    ],
    ['no backup', { backups: { last: null, lastFailed: null } }, ['backupMissing', '', false]],
    [
      'an old backup',
      { backups: { last: { ...backup, startedAt: now - 3 * dayMs }, lastFailed: null } },
      ['backupOld', '', false],
    ],
    [
      'a backup that failed after the last one',
      { backups: { last: backup, lastFailed: { ...backup, finishedAt: now + 1 } } },
      ['backupFailed', '', true],
    ],
    [
      'a part that cannot be read',
      { nodes: null, failures: [{ part: 'nodes', reason: 'timeout' }] },
      ['unreadable', 'nodes', true],
    ],
  ])('is %s', (_, change, concern) => {
    expect(namesOf(change)).toEqual([concern]);
  });

  it('is neither a replaced signing key that expires, nor a failed backup before a good one', () => {
    const replaced = { ...certificate, kind: 'signing_key' as const, expireAt: now + 1 };
    expect(namesOf({ certificates: [replaced] })).toEqual([]);
    const lastFailed = { ...backup, finishedAt: now - 1 };
    expect(namesOf({ backups: { last: backup, lastFailed } })).toEqual([]);
  });

  it('has the urgent first', () => {
    const found = namesOf({
      nodes: [
        { ...node, state: 'draining' },
        { ...node, node: 'b:1', state: 'lost' },
      ],
    });
    expect(found.map(([name]) => name)).toEqual(['lostNode', 'drainingNode']);
  });
});
