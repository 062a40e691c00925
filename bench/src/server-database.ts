import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { ensureSystemDir } from '../../apps/server/src/infra/database/embedded/cluster-location.util.ts';
import {
  type EmbeddedServer,
  startCluster,
} from '../../apps/server/src/infra/database/embedded/cluster-owner.util.ts';
import { ensureServerAccount } from '../../apps/server/src/infra/database/embedded/server-account.util.ts';
import { ensureServerBinaries } from '../../apps/server/src/infra/database/embedded/server-binaries.util.ts';
import { connect, migrate } from '../../apps/server/src/infra/database/index.ts';
import { openServiceMasterKey } from '../../apps/server/src/infra/master-key/index.ts';
import { openTokenKeys } from '../../apps/server/src/infra/tokens/token-keys.repository.ts';
import { createTokens } from '../../apps/server/src/infra/tokens/tokens.util.ts';

export const people = 2000;
/** The polling people. */
export const pollers = 500;
export const tasksOfFlow = 4;
/** One of this many applications waits for approval. */
export const oneOpenOf = 10;

/** A PostgreSQL server for the benchmark, from a given folder or embedded. */
export async function startPostgres(
  directory: string,
  bin: string | undefined,
  more: readonly string[] = [],
): Promise<EmbeddedServer> {
  const account = ensureServerAccount();
  const binaries = bin
    ? { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), majorVersion: 15 }
    : ensureServerBinaries(account, account ? ensureSystemDir : () => directory);
  // Over TCP, which every peer supports.
  const address = ['unix_socket_directories=', 'listen_addresses=127.0.0.1', `port=${await findFreePort()}`];
  const settings = [
    ...address,
    'max_connections=120',
    'shared_buffers=512MB',
    'max_wal_size=4GB',
    'checkpoint_timeout=30min',
    ...more,
  ];
  const cluster = { directory, password: randomBytes(12).toString('hex'), account, binaries, settings };
  return startCluster(cluster, { database: 'sealflow' });
}

/** The first process of the PostgreSQL in a folder, the parent of its connections. */
export function serverProcess(directory: string): number {
  return Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The assignee of a task in SQL over `flow` and `position`: evenly distributed, four different ones per flow. */
export const assigneeAmong = (count: number) => `((flow * 7 + position * 499) % ${count})`;
export const assigneeOf = assigneeAmong(people);

/**
 * Ids over `flow` and `position` in the form of the service, which sort by time: the indexes grow at their end, as those of the service
 * do, and its new ids follow.
 */
export const flowID = `('h' || lpad(flow::text, 19, '0'))`;
export const taskID = `('h' || lpad((flow * ${tasksOfFlow} + position)::text, 19, '0'))`;

/** Inserts the given number of tasks with their flows and people, in the form of the service. */
export async function fillService(url: string, rows: number, count = people): Promise<void> {
  const assignee = assigneeAmong(count);
  const connection = connect({ url, maximumConnections: 1, statementTimeoutMs: 0 });
  await migrate(connection.handle);
  await connection.close();
  await runAll(url, [
    // Without references and triggers, because the rows are valid and have no listeners.
    `set session_replication_role = replica`,
    `set synchronous_commit = off`,
    `set maintenance_work_mem = '512MB'`,
    `insert into accounts (aid, username, password_hash) select 'a' || n, 'user' || n, '' from generate_series(0, ${count - 1}) n`,
    `insert into tenants (tid, name, service_version, licence_key_id) values ('t', 'Bench', 'eds-pro_15', 'bench')`,
    `insert into roles (tid, role_id, name, rights) values ('t', 'users', 'Users', '{app_login}')`,
    `insert into memberships (tid, fid, aid, name) select 't', 'f' || n, 'a' || n, 'Person ' || n from generate_series(0, ${count - 1}) n`,
    `insert into membership_roles (tid, fid, role_id) select 't', 'f' || n, 'users' from generate_series(0, ${count - 1}) n`,
    `insert into flow_types (tid, type_id, type, name, process) values ('t', 1, 'trusted_mailbox_application', 'Mailbox', '{}')`,
    `insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at, updated_at)
      select ${flowID}, 't', 1, 'trusted_mailbox_application', 'Application ' || flow, 'Please look at it',
        case when flow % ${oneOpenOf} = 0 then 'approving' else 'finished' end, 0,
        jsonb_build_object('stages', jsonb_build_array(jsonb_build_object('rule', 'any_of', 'approvers', approvers)),
          'cc', '[]'::jsonb, 'fileProcess', null, 'delivery', 'none', 'directComplete', false, 'taskTimeLimit', null),
        'f' || (flow % ${count}), at, at
      from generate_series(0, ${rows / tasksOfFlow - 1}) flow,
        lateral (select jsonb_agg('f' || ${assignee} order by position) as approvers from generate_series(0, ${tasksOfFlow - 1}) position) of_flow,
        lateral (select now() - (${rows / tasksOfFlow} - flow) * interval '30 seconds' as at) times
      order by flow`,
    `insert into flow_tasks (task_id, flow_id, position, tid, step, stage, assignee_fid, state, outcome, note, created_at, process_time, added)
      select ${taskID}, ${flowID}, position, 't', 'approve', 0, 'f' || ${assignee},
        case when open then 'awaiting' when position = 0 then 'processed' else 'canceled' end,
        case when open then null when position = 0 then 'approved' else 'approved_by_others' end,
        case when open or position > 0 then null else 'All right' end,
        at, case when open then null else at + interval '1 hour' end, false
      from generate_series(0, ${rows / tasksOfFlow - 1}) flow, generate_series(0, ${tasksOfFlow - 1}) position,
        lateral (select flow % ${oneOpenOf} = 0 as open, now() - (${rows / tasksOfFlow} - flow) * interval '30 seconds' as at) facts
      order by flow, position`,
    `set session_replication_role = origin`,
    `vacuum analyze`,
  ]);
}

/** Signed-in people with one token each, as after a sign-in without a device. */
export async function signIn(
  url: string,
  master: string,
  issuer: string,
  count = pollers,
): Promise<string[]> {
  const connection = connect({ url, maximumConnections: 1 });
  const { handle, pool } = connection;
  const masterKey = await openServiceMasterKey(handle, {
    source: { value: master },
    dataDir: '/nonexistent',
  });
  const keys = await openTokenKeys(handle, { masterKey });
  const tokens = createTokens({ keys, issuer: () => issuer, clock: Date.now });
  const issuedAt = Math.floor(Date.now() / 1000) * 1000;
  const expireAt = issuedAt + 3_600_000;
  const sessions = Array.from({ length: count }, (_, n) => ({
    aid: `a${n}`,
    sid: randomUUID(),
    jti: randomUUID(),
  }));
  await pool.query(
    `insert into sessions (sid, aid) select sid, aid from json_to_recordset($1) as s (sid text, aid text)`,
    [JSON.stringify(sessions)],
  );
  const issued = sessions.map(({ aid, jti }) =>
    tokens.sign('sealflow', { sub: aid, jti, issuedAt, expireAt }),
  );
  const rows = sessions.map(({ sid, jti }, n) => ({
    sid,
    jti,
    mac: tokens.macOf(issued[n] ?? '')?.toString('hex'),
  }));
  await pool.query(
    `insert into session_tokens (jti, sid, issued_at, expire_at, mac) select jti, sid, $2, $3, decode(mac, 'hex')
      from json_to_recordset($1) as s (sid text, jti text, mac text)`,
    [JSON.stringify(rows), new Date(issuedAt), new Date(expireAt)],
  );
  // Otherwise PostgreSQL does it by itself during the measurement, on the core of the clients.
  await pool.query('vacuum analyze sessions, session_tokens');
  await connection.close();
  return issued;
}

export async function runAll(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function createDatabase(administration: string, name: string): Promise<void> {
  await runAll(administration, [`create database ${name}`]);
}

export interface OpenTask {
  readonly task: string;
  /** The index of the person. */
  readonly person: number;
}

/** Tasks that the first people can decide, one per application. */
export async function openTasks(url: string, count = pollers): Promise<OpenTask[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<OpenTask>(
    `select task_id as task, substr(assignee_fid, 2)::integer as person from (
      select distinct on (flow_id) * from flow_tasks
      where state = 'awaiting' and case when tid = 't' then substr(assignee_fid, 2)::integer < $1 end order by flow_id, position
    ) as first`,
    [count],
  );
  await client.end();
  return rows;
}
