import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { connect } from '../../apps/server/src/infra/database/index.ts';
import { openFolderStore } from '../../apps/server/src/infra/objects/folder.adapter.ts';
import { createStatements } from '../../apps/server/src/infra/tokens/statements.util.ts';
import { archiveApplications } from '../../apps/server/src/modules/archives/archiving.usecases.ts';
import { post } from './calls-client.ts';
import type { ServerOptions } from './server.ts';
import { fillService, runAll, signIn } from './server-database.ts';
import { log, startNode, withWorkspace } from './server-workspace.ts';

const people = 2000;
const applications = 1000;
const approvers = [1, 2, 3];
const processOfBulk = {
  stages: [{ rule: 'any_of', approvers: approvers.map((person) => `f${person}`) }],
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: true,
  taskTimeLimit: null,
};

/** What a row belongs to, by the beginning of the name of its table. Other rows are deleted within days. */
const groups = { workflow: /^flow/, messages: /^message/, audit: /^audit_(?!pending|refusals)/ } as const;
type Group = keyof typeof groups;

interface Bytes {
  rows: number;
  indexes: number;
}

/**
 * The bytes that an application leaves in the database for years: rows and indexes of its tasks, messages and audit records, and its write-ahead log;
 * and its bytes in an archive. Each application has three approvers, of whom one approves it with a note.
 */
export function run({ postgres: bin }: ServerOptions) {
  return withWorkspace(bin, async ({ folder, postgres: { url }, cleanups }) => {
    const master = randomBytes(32).toString('base64');
    const port = String(await findFreePort());
    const origin = `http://127.0.0.1:${port}`;
    const more = { SIGN_IN_LIMIT: '0', CALL_LIMIT: '0', SEED_DEMO: 'true' };
    const node = await startNode({ url, folder, master, port, publicUrl: origin, more });
    cleanups.push(node.stop);
    log('20,000 tasks beside it');
    await fillService(url, 20_000, people);
    await runAll(url, [`update flow_types set process = '${JSON.stringify(processOfBulk)}' where tid = 't'`]);
    const tokens = await signIn(url, master, origin, people);
    const client = new Client({ connectionString: url });
    await client.connect();
    cleanups.push(() => client.end());
    const before = await measureSize(client);
    log(`${applications} applications`);
    const ids = await applyAndApprove(origin, tokens);
    await waitUntilLinked(client);
    const after = await measureSize(client);
    const archive = await measureArchive(url, folder, ids);
    const each = (value: number) => Math.round(value / applications);
    const difference = (...names: Group[]) => {
      const sum = (of: keyof Bytes) =>
        names.reduce((all, name) => all + after.groups[name][of] - before.groups[name][of], 0);
      return {
        rows: each(sum('rows')),
        indexes: each(sum('indexes')),
        total: each(sum('rows') + sum('indexes')),
      };
    };
    return {
      applications,
      workflow: difference('workflow'),
      messages: difference('messages'),
      audit: difference('audit'),
      database: difference('workflow', 'messages', 'audit'),
      log: each(after.log - before.log),
      archive: each(archive),
    };
  });
}

/** @returns the ids of the applications. */
async function applyAndApprove(origin: string, tokens: readonly string[]): Promise<string[]> {
  const tenant = `${origin}/api/v1/tenants/t`;
  const ids: string[] = [];
  for (let number = 0; number < applications; number += 1) {
    const body = {
      type: 'trusted_mailbox_application',
      title: `Mailbox of partner ${number}`,
      description: 'Please look at it',
      files: [],
      details: { email: `partner${number}@mail.example` },
    };
    const { data } = await post<{ data: { id: string } }>(
      `${tenant}/user-flows`,
      body,
      tokens[100 + (number % 1000)],
    );
    ids.push(data.id);
    const approver = approvers[number % approvers.length] ?? 1;
    const response = await fetch(
      `${tenant}/user-tasks?skip=0&limit=1&state=awaiting&type=approval&keyword=${encodeURIComponent(body.title)}`,
      { headers: { authorization: `Bearer ${tokens[approver]}` } },
    );
    const tasks = (await response.json()) as { data: { id: string }[] };
    await post(
      `${tenant}/tasks/${tasks.data[0]?.id}/actions/approve`,
      { note: 'All right' },
      tokens[approver],
    );
  }
  return ids;
}

async function measureSize(client: Client): Promise<{ groups: Record<Group, Bytes>; log: number }> {
  const { rows } = await client.query<{ name: string; table: string; index: string }>(
    `select relname as name, pg_table_size(oid) as table, pg_indexes_size(oid) as index from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const sum = (group: Group): Bytes => {
    const own = rows.filter(({ name }) => groups[group].test(name));
    const total = (of: 'table' | 'index') => own.reduce((all, row) => all + Number(row[of]), 0);
    return { rows: total('table'), indexes: total('index') };
  };
  const { rows: position } = await client.query<{ log: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`,
  );
  return {
    groups: { workflow: sum('workflow'), messages: sum('messages'), audit: sum('audit') },
    log: Number(position[0]?.log),
  };
}

/** Waits until all audit records are linked and all messages are sent. */
async function waitUntilLinked(client: Client): Promise<void> {
  for (;;) {
    await wait(2000);
    const { rows } = await client.query<{ open: string }>(
      `select (select count(*) from audit_pending) + (select count(*) from pgboss.job where state < 'completed' and name !~ '^__'
         and start_after <= now()) + (select count(*) from batched_jobs) as open`,
    );
    if (rows[0]?.open === '0') return;
    log(`${rows[0]?.open} jobs and records are left`);
  }
}

/** @returns the bytes of the archives of these applications. */
async function measureArchive(url: string, folder: string, ids: readonly string[]): Promise<number> {
  const { handle, pool, close } = connect({ url, maximumConnections: 2, statementTimeoutMs: 0 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench' };
  const key = { kid: 'bench', publicJwk, privateKey, signsFrom: 0, verifiesUntil: null, withdrawnAt: null };
  const chains = {
    db: handle,
    clock: Date.now,
    statements: createStatements({ list: () => [key] }, Date.now),
    publicUrl: () => 'http://127.0.0.1',
    file: '',
    publishing: undefined,
  };
  await pool.query(
    `update flows set state = 'finished', updated_at = '2020-01-01' where flow_id = any($1::text[])`,
    [ids],
  );
  const objects = await openFolderStore(`${folder}/archives`);
  const archived = await archiveApplications(
    { chains, objects },
    { tid: 't', before: new Date('2020-02-01') },
  );
  if (archived !== ids.length) throw new Error(`${archived} of ${ids.length} applications were archived`);
  const { rows } = await pool.query<{ size: string }>(`select sum(size) as size from application_archives`);
  await close();
  return Number(rows[0]?.size);
}
