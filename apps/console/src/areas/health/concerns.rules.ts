import type { Texts } from '../../i18n/index.ts';
import type { Health } from './health.queries.ts';

type ConcernName = keyof Texts['health']['concerns'];

export type Concern = {
  readonly name: ConcernName;
  readonly isUrgent: boolean;
  /** Objects that are concerned; a part or a disk as its key in the texts. */
  readonly about: string;
};

const minuteMs = 60_000;
const dayMs = 86_400_000;
const maxWaitMs = 10 * minuteMs;
const maxBackupAgeMs = 2 * dayMs;
const certificateNoticeMs = 30 * dayMs;
const maxKeyAgeMs = 365 * dayMs;
const maxConnectionShare = 0.8;

const urgent = (name: ConcernName, about = ''): Concern => ({ name, about, isUrgent: true });
const notice = (name: ConcernName, about = ''): Concern => ({ name, about, isUrgent: false });

/** What an operator should look at, the urgent first. A part that could not be read is a concern of its own. */
export function concernsOf(health: Health): readonly Concern[] {
  const concerns = [
    ...health.failures.map(({ part }) => urgent('unreadable', part)),
    ...nodeConcerns(health.nodes ?? []),
    ...jobConcerns(health),
    ...(health.storage?.disks ?? []).flatMap(diskConcerns),
    ...databaseConcerns(health.database),
    ...(health.certificates ?? []).flatMap((one) => certificateConcerns(one, health.readAt)),
    ...deliveryConcerns(health.delivery),
    ...backupConcerns(health),
  ];
  return [...concerns.filter(({ isUrgent }) => isUrgent), ...concerns.filter(({ isUrgent }) => !isUrgent)];
}

function nodeConcerns(nodes: NonNullable<Health['nodes']>): Concern[] {
  const versions = [...new Set(nodes.filter(({ state }) => state !== 'lost').map(({ version }) => version))];
  return [
    ...nodes.filter(({ state }) => state === 'lost').map(({ node }) => urgent('lostNode', node)),
    ...nodes.filter(({ state }) => state === 'draining').map(({ node }) => notice('drainingNode', node)),
    ...nodes
      .filter(({ housekeepingOutcome }) => housekeepingOutcome === 'failed')
      .map(({ node }) => notice('housekeepingFailed', node)),
    ...(versions.length > 1 ? [notice('versionsDiffer', versions.join(', '))] : []),
  ];
}

function jobConcerns({ queues, readAt }: Health): Concern[] {
  const failed = (queues ?? []).reduce((sum, one) => sum + one.failed + one.retrying, 0);
  const late = (queues ?? []).filter(
    ({ oldestDueAt }) => oldestDueAt !== null && readAt - oldestDueAt > maxWaitMs,
  );
  return [
    ...(failed > 0 ? [notice('failedJobs', String(failed))] : []),
    ...late.map(({ queue }) => urgent('waitingJobs', queue)),
  ];
}

function diskConcerns(disk: NonNullable<Health['storage']>['disks'][number]): Concern[] {
  if (disk.freeBytes < disk.reservedBytes) return [urgent('diskFull', disk.place)];
  return disk.freeBytes < 2 * disk.reservedBytes ? [notice('diskLow', disk.place)] : [];
}

function databaseConcerns(database: Health['database']): Concern[] {
  if (database === null) return [];
  const { used, maximum } = database.connections;
  const { applied, release } = database.schema;
  return [
    ...(used > maximum * maxConnectionShare ? [urgent('connections', `${used} / ${maximum}`)] : []),
    ...(applied === release ? [] : [notice('schema', applied)]),
  ];
}

function certificateConcerns(
  { kind, name, createAt, expireAt, problem }: NonNullable<Health['certificates']>[number],
  now: number,
): Concern[] {
  // A replaced signing key expires as intended.
  if (kind === 'signing_key' && expireAt === null && createAt !== null && now - createAt > maxKeyAgeMs)
    return [notice('signingKeyOld', name)];
  if (kind !== 'public_tls') return [];
  if (expireAt !== null && expireAt <= now) return [urgent('certificateExpired', name)];
  if (problem !== null) return [notice('certificateProblem', name)];
  return expireAt !== null && expireAt - now < certificateNoticeMs
    ? [notice('certificateExpires', name)]
    : [];
}

function deliveryConcerns(delivery: Health['delivery']): Concern[] {
  if (delivery === null) return [];
  const { mail, sms, push } = delivery.failed;
  const failed = mail + sms + push;
  return [
    ...delivery.broken.map(({ channel }) => urgent('transportBroken', channel)),
    ...(failed > 0 ? [notice('failedDeliveries', String(failed))] : []),
  ];
}

function backupConcerns({ backups, readAt }: Health): Concern[] {
  if (backups === null) return [];
  const { last, lastFailed } = backups;
  const hasFailed = lastFailed !== null && lastFailed.finishedAt > (last?.finishedAt ?? 0);
  const isOld = last !== null && readAt - last.startedAt > maxBackupAgeMs;
  return [
    ...(hasFailed ? [urgent('backupFailed')] : []),
    ...(last === null ? [notice('backupMissing')] : []),
    ...(isOld ? [notice('backupOld')] : []),
  ];
}
