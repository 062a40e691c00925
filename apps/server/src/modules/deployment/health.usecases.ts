import type { Answer } from '@sealflow/contract';
import { type DiskSpace, readDiskSpace, reservedBytes } from '../../infra/files/disk-space.util.ts';
import { readServerCertificate } from '../../infra/outbound/certificate-probe.client.ts';
import type { TokenKeys } from '../../infra/tokens/token-keys.repository.ts';
import { countFailures, listBrokenTransports } from '../deliveries/delivery-failures.usecases.ts';
import { reasonOf } from './backups.usecases.ts';
import * as repository from './health.repository.ts';
import { countJobs } from './jobs.repository.ts';
import { listNodes, type NodeServices } from './nodes.usecases.ts';

export type Health = Answer<'GET /api/v1/admin/health'>['data'];
type PartName = Health['failures'][number]['part'];
type Part<N extends PartName> = NonNullable<Health[N]>;

export interface HealthServices extends NodeServices {
  readonly tokenKeys: Pick<TokenKeys, 'list'>;
  /** The base URL that clients use. */
  readonly publicUrl: () => string;
  readonly storeKind: Part<'storage'>['kind'];
  /** Folders of this node by the place that they serve. */
  readonly folders: readonly { place: 'data' | 'objects'; folder: string }[];
  readonly versions: { readonly service: string; readonly schema: string };
  readonly onError: (error: unknown) => void;
}

const partTimeoutMs = 5000;

/** Reads the state of the deployment. Each part is read for itself: one that fails does not delay or hide the others. */
export async function readHealth(services: HealthServices): Promise<Health> {
  const failures: Health['failures'] = [];
  const attempt = async <N extends PartName>(part: N, read: () => Promise<Part<N>>) => {
    try {
      return await withTimeout(read());
    } catch (error) {
      services.onError(error);
      failures.push({ part, reason: reasonOf(error) });
      return null;
    }
  };
  const [nodes, queues, storage, database, certificates, delivery, backups] = await Promise.all([
    attempt('nodes', () => listNodes(services)),
    attempt('queues', () => readQueues(services)),
    attempt('storage', () => readStorage(services)),
    attempt('database', () => readDatabase(services)),
    attempt('certificates', () => readCertificates(services)),
    attempt('delivery', () => readDelivery(services)),
    attempt('backups', () => readBackups(services)),
  ]);
  const { service, schema } = services.versions;
  return {
    readAt: services.clock(),
    versions: { service, schema, runtime: process.versions.node, platform: process.platform },
    nodes,
    queues,
    storage,
    database,
    certificates,
    delivery,
    backups,
    failures,
  };
}

function withTimeout<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'timeout' })), partTimeoutMs);
  });
  return Promise.race([reading, timeout]).finally(() => clearTimeout(timer));
}

async function readQueues({ db, clock }: HealthServices): Promise<Part<'queues'>> {
  const now = clock();
  return (await countJobs(db)).map(({ name, due, age, ...counts }) => ({
    queue: name,
    waiting: due,
    running: counts.running,
    scheduled: counts.scheduled,
    retrying: counts.retrying,
    failed: counts.failed,
    oldestDueAt: due === 0 ? null : Math.round(now - age * 1000),
  }));
}

async function readStorage({ db, storeKind, folders }: HealthServices): Promise<Part<'storage'>> {
  const disks = folders.map(async ({ place, folder }) => ({
    place,
    ...describeDisk(await readDiskSpace(folder)),
  }));
  const { files, bytes, unreferenced } = await repository.countStoredFiles(db);
  return { kind: storeKind, files, fileBytes: bytes, unreferenced, disks: await Promise.all(disks) };
}

const describeDisk = (space: DiskSpace) => ({
  freeBytes: space.free,
  totalBytes: space.total,
  reservedBytes: Math.round(reservedBytes(space)),
});

async function readDatabase({ db, versions }: HealthServices): Promise<Part<'database'>> {
  const { version, bytes, applied, used, maximum, replicas } = await repository.selectDatabaseFacts(db);
  const tables = await repository.selectLargestTables(db);
  return {
    version,
    bytes,
    schema: { applied: applied.slice(0, 3), release: versions.schema },
    connections: { used, maximum },
    replicas,
    largestTables: tables.map((table) => ({
      table: table.name,
      bytes: table.bytes,
      rows: table.estimate < 0 ? null : table.estimate,
    })),
  };
}

async function readCertificates(services: HealthServices): Promise<Part<'certificates'>> {
  const { db, tokenKeys } = services;
  const now = services.clock();
  const signingKeys = tokenKeys
    .list()
    .filter(({ withdrawnAt, verifiesUntil }) => withdrawnAt === null && (verifiesUntil ?? now) >= now)
    .map((key) => ({
      kind: 'signing_key' as const,
      name: key.kid,
      createAt: key.signsFrom,
      expireAt: key.verifiesUntil,
      problem: null,
    }));
  const webPushKeys = (await repository.selectWebPushKeys(db)).map((key) => ({
    kind: 'web_push_key' as const,
    name: key.public_key.slice(0, 12),
    createAt: key.created_at.getTime(),
    expireAt: null,
    problem: null,
  }));
  return [...(await readPublicCertificate(services.publicUrl())), ...signingKeys, ...webPushKeys];
}

/** The certificate that clients see, wherever TLS ends. An address without TLS has none. */
async function readPublicCertificate(publicUrl: string): Promise<Part<'certificates'>> {
  const origin = new URL(publicUrl);
  if (origin.protocol !== 'https:') return [];
  const about = { kind: 'public_tls' as const, name: origin.host };
  try {
    return [{ ...about, ...(await readServerCertificate(origin)) }];
  } catch (error) {
    return [{ ...about, createAt: null, expireAt: null, problem: reasonOf(error) }];
  }
}

const failedDays = 7;

async function readDelivery({ db, clock }: HealthServices): Promise<Part<'delivery'>> {
  const broken = await listBrokenTransports(db);
  const failed = await countFailures(db, { days: failedDays, now: clock() });
  return { broken, failed: { days: failedDays, ...failed } };
}

async function readBackups({ db }: HealthServices): Promise<Part<'backups'>> {
  const last = await repository.selectLastBackup(db, 'done');
  const lastFailed = await repository.selectLastBackup(db, 'failed');
  return { last: describeBackup(last), lastFailed: describeBackup(lastFailed) };
}

type BackupRow = Awaited<ReturnType<typeof repository.selectLastBackup>>;

const describeBackup = (row: BackupRow): Part<'backups'>['last'] =>
  row === undefined
    ? null
    : {
        startedAt: row.started_at.getTime(),
        finishedAt: row.finished_at.getTime(),
        bytes: row.bytes,
        hasFiles: row.has_files,
        isVerified: row.is_verified,
        reason: row.reason,
      };
