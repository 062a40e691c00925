import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import {
  findBreak,
  linkAll,
  recordTestActs,
  selectLinkedSubjects,
  testCheckpoints,
  testTokenKey,
} from '../../../testing/chain.ts';
import { useTestDatabase } from '../../../testing/database.ts';
import { eventually, timeLimitMs } from '../../../testing/eventually.ts';
import { startAuditJob } from './audit.job.ts';
import { listRecords } from './audit-list.usecases.ts';
import { linkPending, measureLinkingLag } from './linking.usecases.ts';

const database = useTestDatabase();

const subjectsOf = (tid: string) => selectLinkedSubjects(database.handle, tid);

/** A transaction that the test commits or rolls back. */
async function begin(): Promise<Client & { add: (tid: string, subject: string) => Promise<unknown> }> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  return Object.assign(client, {
    add: (tid: string, subject: string) =>
      client.query(
        `insert into audit_records (tid, at, act, decision, subject) values ($1, now(), 'message.sent', 'granted', $2)`,
        [tid, subject],
      ),
  });
}

async function finish(client: Client, how: 'commit' | 'rollback' = 'commit'): Promise<void> {
  await client.query(how);
  await client.end();
}

describe('transactions that commit out of order', () => {
  test('are linked in the order of their start, once no earlier transaction runs', async () => {
    const first = await begin();
    const second = await begin();
    const third = await begin();
    await first.add('order', '1a');
    await second.add('order', '2a');
    await third.add('order', '3a');
    await first.add('order', '1b');
    await finish(third);
    await linkPending(database.handle);
    expect(await subjectsOf('order')).toEqual([]);
    await finish(first);
    await eventually(async () => {
      await linkPending(database.handle);
      expect(await subjectsOf('order')).toEqual(['1a', '1b']);
    });
    await finish(second, 'rollback');
    await linkAll(database.handle);
    expect(await subjectsOf('order')).toEqual(['1a', '1b', '3a']);
    expect(await findBreak(database.handle, 'order')).toBeNull();
  });

  test('do not wait for each other', async () => {
    const one = await begin();
    const other = await begin();
    await one.add('free', '1');
    // With a lock on the chain, this statement would wait for the first transaction.
    await other.add('free', '2');
    await finish(other);
    await finish(one);
    await linkAll(database.handle);
    expect(await subjectsOf('free')).toHaveLength(2);
  });

  test('show the lag of the chains', async () => {
    const client = await begin();
    await client.add('slow', '1');
    await recordTestActs(database.handle, 'slow', ['2']);
    await eventually(async () => {
      await linkPending(database.handle);
      expect((await measureLinkingLag(database.handle)).records).toBe(1);
    });
    await eventually(async () =>
      expect((await measureLinkingLag(database.handle)).seconds).toBeGreaterThan(0.05),
    );
    await finish(client);
    await linkAll(database.handle);
    expect(await measureLinkingLag(database.handle)).toEqual({ records: 0, seconds: 0 });
  });
});

test('records restored from another server with other transaction ids are linked too', async () => {
  await recordTestActs(database.handle, 'restored', ['1']);
  await sql`update audit_pending set xid = '4000000000'::xid8`.execute(database.handle);
  await recordTestActs(database.handle, 'restored', ['2']);
  await linkAll(database.handle);
  expect(new Set(await subjectsOf('restored'))).toEqual(new Set(['1', '2']));
});

test('several nodes link at once without gaps or duplicates', async () => {
  const subjects = Array.from({ length: 3000 }, (_, index) => String(index));
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let from = writer * 500; from < (writer + 1) * 500; from += 20) {
      await recordTestActs(database.handle, 'race', subjects.slice(from, from + 20));
    }
  });
  const linkers = Array.from({ length: 4 }, async () => {
    while ((await subjectsOf('race')).length < subjects.length) await linkPending(database.handle);
  });
  await Promise.all([...writers, ...linkers]);
  expect(new Set(await subjectsOf('race')).size).toBe(subjects.length);
  expect(await findBreak(database.handle, 'race')).toBeNull();
});

test('interrupted linking is repeated', async () => {
  await recordTestActs(
    database.handle,
    'cut',
    Array.from({ length: 5000 }, (_, index) => String(index)),
  );
  const holder = await begin();
  await holder.query('lock table audit_links in share mode');
  const linking = linkPending(database.handle).catch(() => 'cut');
  await eventually(async () => {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and query ~ 'audit_links' and wait_event_type = 'Lock'
    `.execute(database.handle);
    expect(rows).toEqual([{ ended: true }]);
  });
  expect(await linking).toBe('cut');
  await finish(holder, 'rollback');
  await linkAll(database.handle);
  expect(await subjectsOf('cut')).toHaveLength(5000);
  expect(await findBreak(database.handle, 'cut')).toBeNull();
});

describe('leader', () => {
  // Both nodes sign checkpoints concurrently with the same key.
  const key = testTokenKey();
  const start = () =>
    startAuditJob({
      db: database.handle,
      databaseUrl: database.url,
      clock: Date.now,
      checkpoints: testCheckpoints(database.handle, key),
      checkpointSeconds: 1,
      onLag: () => {},
      onError: () => {},
    });
  const leaders = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and objid = (hashtext('audit_leader')::bigint & 4294967295)::oid
    `.execute(database.handle);
    return rows.map(({ pid }) => pid);
  };

  test('is unique, links the records of fifty writers within a second and is replaced when it dies', async () => {
    const ends = [start(), start()];
    await eventually(async () => expect(await leaders()).toHaveLength(1));
    const [before] = await leaders();
    let most = 0;
    const written = new AbortController();
    const watch = (async () => {
      while (!written.signal.aborted)
        most = Math.max(most, (await measureLinkingLag(database.handle)).seconds);
    })();
    await Promise.all(
      Array.from({ length: 50 }, async (_, writer) => {
        for (let times = 0; times < 20; times += 1)
          await recordTestActs(database.handle, 'busy', [`${writer}.${times}`]);
      }),
    );
    written.abort();
    await watch;
    expect(most * 1000).toBeLessThan(timeLimitMs(1000));

    await sql`select pg_terminate_backend(${before})`.execute(database.handle);
    await recordTestActs(database.handle, 'busy', ['after']);
    await eventually(async () => {
      const now = await leaders();
      expect(now).toHaveLength(1);
      expect(now[0]).not.toBe(before);
      expect(await subjectsOf('busy')).toHaveLength(1001);
    });
    for (const end of ends) await end();
    expect(await leaders()).toEqual([]);
    expect(await findBreak(database.handle, 'busy', key)).toBeNull();
  });
});

test('a stalled leader that holds its lock does not prevent linking', async () => {
  // Simulates an orphaned connection of a pooler or of a suspended node.
  const stopped = new Client({ connectionString: database.url });
  await stopped.connect();
  const { rows } = await stopped.query(
    `select pg_try_advisory_lock(hashtext('sealflow'), hashtext('audit_leader')) as held`,
  );
  expect(rows).toEqual([{ held: true }]);
  const delays: number[] = [];
  const end = startAuditJob({
    db: database.handle,
    databaseUrl: database.url,
    clock: Date.now,
    checkpoints: testCheckpoints(database.handle, testTokenKey()),
    checkpointSeconds: 60,
    onLag: (seconds) => delays.push(seconds),
    onError: () => {},
    lagCheckIntervalMs: 100,
  });
  await recordTestActs(database.handle, 'led', ['young']);
  await sql`update audit_pending set since = now() - interval '11 seconds'`.execute(database.handle);
  await eventually(async () => expect(await subjectsOf('led')).toEqual(['young']));
  await end();
  await stopped.end();
  expect(delays).toEqual([]);
});

test('ten thousand records are linked', async () => {
  const subjects = Array.from({ length: 10_000 }, (_, index) => String(index));
  for (let from = 0; from < 10_000; from += 1000) {
    await recordTestActs(database.handle, 'long', subjects.slice(from, from + 1000));
  }
  await linkAll(database.handle);
  expect(await subjectsOf('long')).toEqual(subjects);
  expect((await listRecords(database.handle, { tid: 'long', skip: 0, limit: 1 })).total).toBe(10_000);
  expect(await findBreak(database.handle, 'long')).toBeNull();
});

test('a record of the previous release is in the chain with its original hash', async () => {
  const hash = Buffer.alloc(32, 7);
  await sql`
    insert into access_audit (tid, sequence, at, act, decision, fid, hash)
    values ('former', 1, now(), 'rewrap', 'granted', 'f-1', ${hash})
  `.execute(database.handle);
  await linkAll(database.handle);
  const { data } = await listRecords(database.handle, { tid: 'former', skip: 0, limit: 10 });
  expect(data).toMatchObject([{ act: 'rewrap', fid: 'f-1', former: { sequence: 1, hash } }]);
});
