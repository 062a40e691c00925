import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/infra/database/connection.util.ts';
import { ensureSystemDir } from '../src/infra/database/embedded/cluster-location.util.ts';
import { startCluster } from '../src/infra/database/embedded/cluster-owner.util.ts';
import { ensureServerAccount } from '../src/infra/database/embedded/server-account.util.ts';
import {
  ensureServerBinaries,
  type ServerBinaries,
} from '../src/infra/database/embedded/server-binaries.util.ts';
import { migrate } from '../src/infra/database/migrate.util.ts';
import { prepareJobs } from '../src/infra/jobs/pg-boss.adapter.ts';
import { makeRunFolder, makeTestFolder } from './folder.ts';

/** A server that provides databases for tests. */
export interface TestServer {
  /** URL of the maintenance database of the server. */
  administrationUrl: string;
  /** A migrated database that is copied for every test file. */
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One server per worker. */
    testServers: readonly TestServer[];
  }
}

export interface StartedServer {
  administrationUrl: string;
  urlOf: (database: string) => string;
  stop: () => Promise<void>;
}

/**
 * Starts the servers for a run of the service tests: that of TEST_DATABASE_URL, else new ones with the binaries in
 * TEST_POSTGRES_BIN (for example Debian's) or the embedded ones. Each worker has its own server, because audit records are
 * linked only when no earlier transaction runs in any database of the server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolders = makeRunFolder();
  const url = process.env['TEST_DATABASE_URL'];
  const { maxWorkers } = project.config;
  const servers = url
    ? [externalServer(url)]
    : await Promise.all(Array.from({ length: maxWorkers }, startTestServer));
  const template = `sealflow_template_${randomBytes(4).toString('hex')}`;
  await Promise.all(servers.map((server) => makeTemplate(server, template)));
  project.provide(
    'testServers',
    servers.map(({ administrationUrl }) => ({ administrationUrl, template })),
  );
  return async () => {
    for (const server of servers) {
      await administer(server, `drop database ${template}`);
      await server.stop();
    }
    removeFolders();
  };
}

async function makeTemplate(server: StartedServer, template: string): Promise<void> {
  await administer(server, `create database ${template}`);
  const connection = connect({ url: server.urlOf(template), maximumConnections: 1, statementTimeoutMs: 0 });
  await migrate(connection.handle);
  // Every service creates these tables if they are missing. Copying them is quicker.
  await prepareJobs(connection);
  await connection.close();
}

async function administer(server: StartedServer, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.administrationUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function externalServer(administrationUrl: string): StartedServer {
  return {
    administrationUrl,
    urlOf: (database) => withDatabase(administrationUrl, database),
    stop: async () => {},
  };
}

/** The URL of another database of the same server. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?]*)(\/[^?]*)?/u, `$1/${database}`);
}

/** Starts a temporary server with the binaries in `TEST_POSTGRES_BIN`, or the embedded ones. */
export async function startTestServer(): Promise<StartedServer> {
  const account = ensureServerAccount();
  const directory = makeTestFolder();
  const bin = process.env['TEST_POSTGRES_BIN'];
  const binaries = bin
    ? binariesIn(bin)
    : ensureServerBinaries(account, account ? ensureSystemDir : () => directory);
  const server = await startCluster(
    { directory, password: randomBytes(12).toString('hex'), account, binaries, settings: nonDurableSettings },
    { database: 'postgres' },
  );
  return { administrationUrl: server.url, urlOf: server.urlOf, stop: server.stop };
}

/** Test data need not be durable. Every test file opens a pool. */
const nonDurableSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
];

export function binariesIn(bin: string): ServerBinaries {
  const postgres = join(bin, 'postgres');
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const majorVersion = Number(/(\d+)[.\d]*/u.exec(stdout)?.[1]);
  if (!majorVersion) throw new Error(`no PostgreSQL server in ${bin}`);
  return { initdb: join(bin, 'initdb'), postgres, majorVersion };
}
