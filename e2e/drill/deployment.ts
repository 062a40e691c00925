import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { type Child, startChild } from '../faults/child-processes.ts';
import { makeRunFolder } from '../faults/run-folder.ts';
import { openTestDatabase, type TestDatabase } from '../faults/test-database.ts';

export const repository = join(import.meta.dirname, '../..');

export type Settings = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Applications and files that the service acknowledged. */
export interface Acknowledged {
  readonly flows: { readonly id: string; readonly title: string }[];
  readonly files: { readonly uri: string; readonly sha256: string }[];
}

/** A deployment: the database, its settings, and the running nodes. */
export interface Deployment {
  readonly folder: string;
  readonly database: TestDatabase;
  /** The settings of all nodes and commands. */
  settings: Settings;
  readonly nodes: Map<string, DrillNode>;
  readonly acknowledged: Acknowledged;
  /** Group and verb of each executed command. */
  readonly commandsRun: ReadonlySet<string>;
  /** Creates an empty database. @returns its URL. */
  createDatabase(name: string): Promise<string>;
  query(url: string, statement: string): Promise<Record<string, unknown>[]>;
  /** Starts a node with its own data folder. */
  startNode(name: string, extraSettings?: Settings): Promise<DrillNode>;
  /** Runs the command line as the operator of a node. */
  sealflow(
    node: string,
    words: readonly string[],
    options?: { more?: Settings; input?: string },
  ): Promise<CommandResult>;
  /** The standard error of a node. */
  logOf(name: string): string;
  readonly close: () => Promise<void>;
}

interface DrillNode {
  readonly url: string;
  readonly child: Child;
}

export async function openDeployment(): Promise<Deployment> {
  const { folder, remove } = makeRunFolder();
  mkdirSync(join(folder, 'postgres'), { mode: 0o711 });
  const database = await openTestDatabase(join(folder, 'postgres'), undefined);
  const nodes = new Map<string, DrillNode>();
  const port = await findFreePort();
  const secret = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  mkdirSync(join(folder, 'objects'));
  const dataDirOf = (node: string) => join(folder, 'nodes', node);
  const commandsRun = new Set<string>();
  const deployment: Deployment = {
    commandsRun,
    folder,
    database,
    nodes,
    acknowledged: { flows: [], files: [] },
    settings: {
      DATABASE: 'external',
      DATABASE_URL_FILE: secret('database-url', database.urlForPort(database.port())),
      MASTER_KEY_FILE: secret('master-key', randomBytes(32).toString('base64')),
      PUBLIC_URL: `http://localhost:${port}`,
      HOST: '127.0.0.1',
      APP_DIR: join(folder, 'none'),
    },
    createDatabase: async (name) => {
      await deployment.query(database.urlForPort(database.port()), `create database ${name}`);
      return databaseUrl(database, name);
    },
    query: async (url, statement) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(statement)).rows as Record<string, unknown>[];
      } finally {
        await client.end();
      }
    },
    startNode: async (name, extraSettings = {}) => {
      if (!extraSettings['DATA_DIR']) shareObjects(join(folder, 'objects'), dataDirOf(name));
      const { child } = await startChild({
        args: [join(repository, 'apps/server/src/main.ts')],
        env: {
          ...environment(),
          ...deployment.settings,
          PORT: '0',
          DATA_DIR: dataDirOf(name),
          ...extraSettings,
        },
        log: join(folder, `${name}.log`),
        readyPattern: /Address +\S+/,
      });
      const data = extraSettings['DATA_DIR'] ?? dataDirOf(name);
      const { local } = JSON.parse(readFileSync(join(data, 'service.json'), 'utf8')) as { local: string };
      const node = { url: local, child };
      nodes.set(name, node);
      return node;
    },
    sealflow: (node, words, { more: extraSettings = {}, input } = {}) => {
      commandsRun.add(words.slice(0, 2).join(' '));
      return runProgram(
        [join(repository, 'apps/server/src/cli/main.ts'), ...words],
        { ...environment(), ...deployment.settings, DATA_DIR: dataDirOf(node), ...extraSettings },
        input,
      );
    },
    logOf: (name) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    close: async () => {
      for (const { child } of nodes.values()) await child.end('SIGKILL');
      await database.stop();
      remove();
    },
  };
  return deployment;
}

/** Nodes without a bucket share the folder of files, as the manual requires. */
function shareObjects(shared: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const own = join(dataDir, 'objects');
  if (!existsSync(own)) symlinkSync(shared, own);
}

export const databaseUrl = (database: TestDatabase, name: string): string =>
  database.urlForPort(database.port()).replace(/\/[^/]*$/, `/${name}`);

/** The environment of a scheduler or shell, without settings of the service. */
export function environment(): Settings {
  return { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
}

/** Runs a Node program to completion. */
export function runProgram(args: readonly string[], env: Settings, input = ''): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { env, cwd: '/', timeout: 120_000 });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.once('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

/** Ends all nodes, by a regular stop or like a power failure. */
export async function endNodes({ nodes }: Deployment, signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...nodes.values()].map(({ child }) => child.end(signal)));
  nodes.clear();
}
