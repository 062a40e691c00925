import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseError } from '../database.errors.ts';
import { type Cluster, createCluster, superuser } from './cluster.util.ts';
import { findServer, isServer, type RunningServer, sendSignal, stopServer } from './running-server.util.ts';
import { startServer } from './start-server.util.ts';

export interface StartClusterOptions {
  /** If another process owns the running server: `refuse` (the default), or `join` it without ownership. */
  whenRunning?: 'refuse' | 'join';
  /** The database to create if it is missing. */
  database: string;
  /** Called when the server stopped unexpectedly; the owner should exit too. */
  onUnexpectedStop?: () => void;
}

export interface EmbeddedServer {
  /** URL of the requested database, including the password. */
  url: string;
  urlOf: (database: string) => string;
  /** False for a joined server, which `stop` leaves running. */
  owned: boolean;
  stop: () => Promise<void>;
}

/** Arbitrary key of the advisory lock in the database `postgres`. */
const ownerLockKey = 7_364_220_181;

/**
 * Starts the server of a cluster and creates the cluster if it is missing. The owner holds an advisory lock that ends with its
 * connection: a server of a crashed owner is taken over by the next start, one in use is not.
 */
export async function startCluster(cluster: Cluster, options: StartClusterOptions): Promise<EmbeddedServer> {
  await createCluster(cluster);
  const server = await findOrStart(cluster);
  const urlOf = (database: string) => urlOfDatabase(cluster, server, database);
  const openOwnerConnection = () => connectAsOwner(urlOf('postgres'));
  const client = await openOwnerConnection();
  if (await acquireOwnership(client, options.whenRunning === 'join' ? 1 : 80)) {
    deleteTemporaryDirs(cluster);
    await ensureDatabase(client, options.database);
    const stop = superviseServer({
      cluster,
      server,
      client,
      openOwnerConnection,
      onUnexpectedStop: options.onUnexpectedStop,
    });
    return { url: urlOf(options.database), urlOf, owned: true, stop };
  }
  await client.end();
  if (options.whenRunning === 'join') {
    return { url: urlOf(options.database), urlOf, owned: false, stop: async () => {} };
  }
  throw new DatabaseError(
    'database.in_use',
    `the database in ${cluster.directory} is in use by another running service: stop it first, or set another DATA_DIR`,
  );
}

async function findOrStart(cluster: Cluster): Promise<RunningServer> {
  const found = await findServer(cluster);
  if (found) return found;
  try {
    return await startServer(cluster);
  } catch (error) {
    // A concurrent start was faster; its server can be used.
    const other = await findServer(cluster);
    if (other) return other;
    throw error;
  }
}

function urlOfDatabase({ password }: Cluster, { host, port }: RunningServer, database: string): string {
  const login = `${superuser}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}

/** Acquires the lock with retries: after a crash of the owner the server takes a moment to notice. */
async function acquireOwnership(client: Client, attempts: number): Promise<boolean> {
  const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
    ownerLockKey,
  ]);
  if (rows[0]?.owned === true) return true;
  if (attempts <= 1) return false;
  await pause(25);
  return acquireOwnership(client, attempts - 1);
}

async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}

/** Deletes drafts of interrupted first starts. As the owner, this process knows that none is being created. */
function deleteTemporaryDirs({ directory }: Cluster): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith('data.')) rmSync(join(directory, name), { recursive: true });
  }
}

interface Ownership {
  cluster: Cluster;
  server: RunningServer;
  client: Client;
  /** Opens another connection of the owner. */
  openOwnerConnection: () => Promise<Client>;
  onUnexpectedStop: (() => void) | undefined;
}

async function connectAsOwner(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: 'sealflow owner',
    connectionTimeoutMillis: 5000,
  });
  await client.connect();
  return client;
}

/** After the kill of one of its processes the server closes all connections and recovers within a few seconds. */
const recoveryTimeoutMs = 10_000;

function superviseServer({
  cluster,
  server,
  openOwnerConnection,
  onUnexpectedStop,
  ...initial
}: Ownership): () => Promise<void> {
  let { client } = initial;
  // An `exit` handler cannot wait for the server, but it can still signal it to stop.
  const signalStop = () => sendSignal(server.pid, 'SIGINT');
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    process.off('exit', signalStop);
    await client.end().catch(() => {});
    await stopServer(cluster, server.pid);
  };
  process.once('exit', signalStop);
  const watchConnection = (watched: Client) => {
    let isLost = false;
    watched.on('error', () => {
      if (isLost || stopping) return;
      isLost = true;
      void recoverOwnership();
    });
  };
  const recoverOwnership = async () => {
    const deadlineMs = performance.now() + recoveryTimeoutMs;
    const canRecover = () => !stopping && isServer(cluster, server.pid) && performance.now() < deadlineMs;
    while (canRecover()) {
      const reconnected = await openOwnerConnection().catch(() => undefined);
      if (!reconnected) {
        await pause(100);
        continue;
      }
      client = reconnected;
      watchConnection(reconnected);
      if (await acquireOwnership(reconnected, 1).catch(() => false)) return;
      break;
    }
    if (!stopping) onUnexpectedStop?.();
  };
  watchConnection(client);
  return () => (stopping ??= stop());
}
