import { randomUUID } from 'node:crypto';
import type { Task } from '@sealflow/domain/workflow';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatabaseConnection } from '../src/infra/database/index.ts';
import { createTimeOrderedID } from '../src/infra/random/time-ordered-id.util.ts';
import { createMemberStateLoader } from '../src/modules/accounts/authentication/authentication.repository.ts';
import { deleteExpiredTokens } from '../src/modules/accounts/sessions/sessions.repository.ts';
import { insertRecords } from '../src/modules/audit/audit.repository.ts';
import type { AuditEntry } from '../src/modules/audit/audit-record.types.ts';
import { selectPostedMessageIDs } from '../src/modules/messages/posting.repository.ts';
import { selectPostByKey } from '../src/modules/messages/posts.repository.ts';
import {
  lockFlowsOfTasks,
  selectFilesOfFlows,
  updateFlows,
} from '../src/modules/workflow/flow.repository.ts';
import { countTasks, createBatchedCountRunner } from '../src/modules/workflow/list.repository.ts';
import { selectTasksOfFlows, writeTasks } from '../src/modules/workflow/task.repository.ts';
import { openTestDatabase } from '../testing/database.ts';

let database: DatabaseConnection;
/** One connection, which has all prepared statements. */
let single: DatabaseConnection;

/** Enough rows to make the number of requested ones matter for the cost of a plan. */
const rows = 3000;

beforeAll(async () => {
  database = await openTestDatabase();
  // Neither triggers nor foreign keys: the plans depend on these tables alone.
  await database.handle.transaction().execute(async (transaction) => {
    for (const statement of [
      sql`set local session_replication_role = replica`,
      sql`insert into flow_tasks (task_id, flow_id, position, tid, step, assignee_fid, state, created_at, added)
        select 'k' || n, 'f' || n, 0, 't', 'approve', 'p' || n % 100, 'awaiting', now(), false
        from generate_series(1, ${rows}::integer) as n`,
      sql`insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at, updated_at)
        select 'f' || n, 't', 1, 'mail_out', '', '', 'approving', 0, '{}', 'p', now(), now() from generate_series(1, ${rows}::integer) as n`,
      sql`insert into flow_files (flow_id, position, file_id, uri, name, size, mime_type, sha256, encrypted)
        select 'f' || n, 0, 'i' || n, 'u' || n, '', 0, '', '', false from generate_series(1, ${rows}::integer) as n`,
      sql`insert into session_tokens (jti, sid, issued_at, expire_at)
        select 'j' || n, 's' || n, now(), now() from generate_series(1, ${rows}::integer) as n`,
      sql`insert into message_channels (session_id, key, kind, title, last_sequence)
        values ('c', 'work:t:a', 'work', '', ${rows}::integer)`,
      sql`insert into messages (session_id, sequence, message_id, type, title, text, idempotency_key, created_at)
        select 'c', n, 'm' || n, 'task', '', '', case when n % 2 = 0 then 'task:' || n || ':closed' else 'comment:' || n end, now()
        from generate_series(1, ${rows}::integer) as n`,
      sql`insert into sessions (sid, aid) select 's' || n, 'a' || n from generate_series(1, ${rows}::integer) as n`,
    ])
      await statement.execute(transaction);
  });
  await sql`analyze`.execute(database.handle);
  // The number of prepared statements is limited per process, and other files share the process.
  vi.resetModules();
  const { connect } = await import('../src/infra/database/connection.util.ts');
  single = connect({ url: database.url, maximumConnections: 1 });
});

afterAll(async () => {
  await single.close();
  await database.close();
});

/** How often the statement with this text was run by its kept plan. */
async function runsOfKeptPlan(part: string): Promise<number> {
  const { rows: found } = await single.pool.query<{ n: number }>({
    text: `select sum(generic_plans)::integer as n from pg_prepared_statements where position('${part}' in statement) > 0`,
  });
  return found[0]?.n ?? 0;
}

/** The rows that sequential scans of these tables have read. */
async function scannedRows(
  tables: readonly string[] = ['flows', 'flow_files', 'flow_tasks', 'session_tokens'],
): Promise<number> {
  await single.pool.query('select pg_stat_force_next_flush()');
  const { rows: found } = await single.pool.query<{ n: number }>(
    `select sum(seq_tup_read)::integer as n from pg_stat_user_tables where relname = any($1)`,
    [tables],
  );
  return found[0]?.n ?? 0;
}

const times = 20;

test('the count of open tasks is planned once, not at each call', async () => {
  const runCount = createBatchedCountRunner(single.pool);
  const filter = { state: 'awaiting', step: 'approve' } as const;
  for (let n = 0; n < times; n += 1) {
    const person = { tid: 't', fid: `p${n}` };
    expect(await countTasks(runCount, { person, filter, at: new Date() })).toBe(rows / 100);
  }
  expect(await runsOfKeptPlan('as requested (position integer, tid text')).toBeGreaterThan(times / 2);
});

test('the state of a member is planned once, and its plan reads no whole table', async () => {
  const before = await scannedRows();
  const loadMemberState = createMemberStateLoader(single.pool);
  for (let n = 0; n < times; n += 1) await loadMemberState({ jti: `j${n}`, tid: 't' });
  expect(await runsOfKeptPlan('as requested (position integer, jti text')).toBeGreaterThan(times / 2);
  expect(await scannedRows()).toBe(before);
});

test('the update of closed tasks is planned once, and its plan reads no whole table', async () => {
  const before = await scannedRows();
  const close = (n: number) =>
    single.handle.transaction().execute((transaction) => {
      const task: Task = {
        id: `k${n}`,
        step: 'approve',
        stage: 0,
        assigneeID: `p${n}`,
        state: 'processed',
        outcome: 'approved',
        note: null,
        createAt: 0,
        processTime: n,
        dueAt: null,
        replaces: null,
        added: false,
      };
      const changes = { tid: 't', flowID: `f${n}`, existing: [task], changed: [task] };
      return writeTasks(transaction, [changes]);
    });
  for (let n = 1; n <= times; n += 1) expect(await close(n)).toBe(true);
  expect(await runsOfKeptPlan('update flow_tasks')).toBeGreaterThan(times / 3);
  expect(await scannedRows()).toBe(before);
});

test('the applications of decisions are locked, read and updated by plans that are kept and read no whole table', async () => {
  const before = await scannedRows();
  const columns = {
    state: 'finished',
    stage: 1,
    deadline: null,
    updated_at: new Date(),
    returned: true,
  } as const;
  for (let n = 1; n <= times; n += 1) {
    const flowIDs = [`f${n}`, `f${n + times}`];
    await single.handle.transaction().execute(async (transaction) => {
      const tasks = [n, n + times, 0].map((one) => ({ tid: 't', taskID: `k${one}` }));
      const locked = await lockFlowsOfTasks(transaction, tasks, { waits: false });
      expect(locked.map((row) => row?.flow_id)).toEqual([...flowIDs, undefined]);
      const changes = locked.flatMap((row) =>
        row
          ? [{ flowID: row.flow_id, columns: { ...columns, process: row.process }, isProcessChanged: false }]
          : [],
      );
      await updateFlows(transaction, changes);
      for (const read of [selectTasksOfFlows, selectFilesOfFlows])
        expect([...(await read(transaction, flowIDs)).keys()].toSorted()).toEqual(flowIDs.toSorted());
    });
  }
  for (const part of ['limit 1 for update', 'update flows', 'as flow_tasks', 'as flow_files'])
    expect(await runsOfKeptPlan(part)).toBeGreaterThan(times / 3);
  expect(await scannedRows()).toBe(before);
  const updated = await sql`select from flows where returned and state = 'finished'`.execute(single.handle);
  expect(updated.rows).toHaveLength(2 * times);
});

test('audit records of any number are inserted in their order by one prepared statement', async () => {
  const at = new Date();
  for (let n = 1; n <= times; n += 1) {
    const entries = Array.from({ length: n }, (_, position): AuditEntry => {
      const people = { aid: null, fid: null, deviceID: null, operatorID: null };
      const subject = `batch-${n}.${position}`;
      return {
        tid: 't',
        at,
        act: 'task.approved',
        decision: 'granted',
        reason: null,
        ...people,
        documentID: null,
        kid: null,
        subject,
      };
    });
    await insertRecords(single.handle, entries);
  }
  const { rows: prepared } = await single.pool.query(
    `select from pg_prepared_statements where statement ~ 'insert into "?audit_records'`,
  );
  expect(prepared).toHaveLength(1);
  expect(await runsOfKeptPlan('audit_records')).toBeGreaterThan(times / 3);
  const { rows: records } = await single.pool.query<{ subject: string; at: Date; count: number }>(
    `select subject, at, count::integer from audit_records where subject like 'batch-${times}.%' order by id`,
  );
  expect(records).toEqual(
    Array.from({ length: times }, (_, position) => ({ subject: `batch-${times}.${position}`, at, count: 1 })),
  );
});

test('the content of a post is read by an index, although its first message may be anywhere in the table', async () => {
  const posts = 20;
  await database.handle.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`insert into message_posts (post_id, sender, idempotency_key, digest, created_at)
      select 'post' || n, 'operator:o', n::text, '', now() from generate_series(1, ${posts}::integer) as n`.execute(
      transaction,
    );
    await sql`insert into messages (session_id, sequence, message_id, type, title, text, post_id, idempotency_key, created_at)
      select 'posts', n, 'posted' || n, 'text', 'Title ' || 1 + n % ${posts}::integer, '', 'post' || 1 + n % ${posts}::integer, n::text, now()
      from generate_series(1, ${rows}::integer) as n`.execute(transaction);
  });
  await sql`analyze messages, message_posts`.execute(database.handle);
  const before = await scannedRows(['messages']);
  for (let n = 1; n <= posts; n += 1) {
    const post = await selectPostByKey(single.handle, { sender: 'operator:o', key: String(n) });
    expect(post).toMatchObject({ post_id: `post${n}`, title: `Title ${n}` });
  }
  expect(await runsOfKeptPlan('message_posts')).toBeGreaterThan(posts / 3);
  expect(await scannedRows(['messages'])).toBe(before);
});

test('a message that may be repeated is found by the index of its key, others read no messages', async () => {
  const readBy = async (index: string) => {
    await single.pool.query('select pg_stat_force_next_flush()');
    const { rows: found } = await single.pool.query<{ n: number }>(
      `select sum(idx_tup_read)::integer as n from pg_stat_user_indexes where relname = 'messages' and indexrelname like $1`,
      [index],
    );
    return found[0]?.n ?? 0;
  };
  const lookup = (keys: readonly string[], isRepeated: boolean) => {
    const messageKeys = keys.map((key) => ({ sessionID: 'c', key }));
    return selectPostedMessageIDs(single.handle, { messageKeys, isRepeated });
  };
  const before = await readBy('%');
  expect(await lookup(['task:8:closed', 'task:10:opened'], false)).toEqual(new Map());
  expect(await readBy('%')).toBe(before);
  expect(await lookup(['task:8:closed', 'comment:7', 'comment:0'], false)).toEqual(
    new Map([['c comment:7', 'm7']]),
  );
  expect([(await readBy('messages_other_key')) > 0, (await readBy('%')) - before]).toEqual([true, 1]);
  const all = [
    ['c task:8:closed', 'm8'],
    ['c comment:7', 'm7'],
  ] as const;
  expect(await lookup(['task:8:closed', 'task:10:opened', 'comment:7'], true)).toEqual(new Map(all));
});

test('expired tokens are found by the beginning of their ids, and those with a UUID by an index', async () => {
  const { handle: db } = single;
  const hour = 3_600_000;
  const now = Date.UTC(2026, 10, 28);
  const tokens = [createTimeOrderedID, () => randomUUID()].flatMap((createID) =>
    Array.from({ length: rows }, (_, n) => {
      const expireAt = now + (n - 10) * hour;
      return [createID(expireAt), new Date(expireAt)] as const;
    }),
  );
  await sql`insert into session_tokens (jti, sid, issued_at, expire_at)
    select jti, 's1', 'epoch', expire_at from unnest(${tokens.map(([jti]) => jti)}::text[],
      ${tokens.map(([, expireAt]) => expireAt)}::timestamptz[]) as token (jti, expire_at)`.execute(db);
  await sql`vacuum analyze session_tokens`.execute(db);
  const readTokens = async () => {
    await single.pool.query('select pg_stat_force_next_flush()');
    const { rows: found } = await single.pool.query<{ n: number }>(
      `select sum(idx_tup_read)::integer as n from pg_stat_user_indexes where relname = 'session_tokens'`,
    );
    return found[0]?.n ?? 0;
  };
  const [before, scannedBefore] = [await readTokens(), await scannedRows()];
  await deleteExpiredTokens(db, new Date(now));
  // Ten of each form, which the check of the successor looks up once more.
  expect((await readTokens()) - before).toBeLessThanOrEqual(60);
  expect(await scannedRows()).toBe(scannedBefore);
  const left =
    await sql`select from session_tokens where expire_at < ${new Date(now)} and sid = 's1'`.execute(db);
  expect(left.rows).toEqual([]);
  const kept = await sql`select from session_tokens where sid = 's1' and issued_at = ${new Date(0)}`.execute(
    db,
  );
  expect(kept.rows).toHaveLength(2 * (rows - 10));
});
