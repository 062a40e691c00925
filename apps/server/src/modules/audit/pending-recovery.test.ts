import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { findBreak, linkAll, recordTestActs, selectLinkedSubjects } from '../../../testing/chain.ts';
import { useTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { makeTestFolder } from '../../../testing/folder.ts';
import { startEmbedded } from '../../infra/database/embedded/index.ts';
import { connect, type DatabaseHandle, migrate } from '../../infra/database/index.ts';
import { linkPending, noteLinked } from './linking.usecases.ts';

async function countIn(
  handle: DatabaseHandle,
  table: 'audit_pending' | 'audit_pending_start',
): Promise<number> {
  const { count } = await handle
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('a killed database', () => {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const stops: (() => Promise<void>)[] = [];
  const start = async () => {
    const server = await startEmbedded({ dataDir });
    const connection = connect({ url: server.url });
    stops.push(server.stop, connection.close);
    return connection;
  };
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });

  test('loses no record: those without a link get one, once, before later ones', async () => {
    const before = await start();
    await migrate(before.handle);
    await recordTestActs(before.handle, 'crash', ['linked']);
    await linkAll(before.handle);
    await recordTestActs(before.handle, 'crash', ['1', '2', '3']);
    const [process_] = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(process_), 'SIGKILL');
    await eventually(async () => {
      await expect(sql`select 1`.execute(before.handle)).rejects.toThrow(/terminat|ECONN|closed|shut/i);
    });
    const after = await start();
    expect(await countIn(after.handle, 'audit_pending')).toBe(0);
    expect(await countIn(after.handle, 'audit_pending_start')).toBe(0);
    await recordTestActs(after.handle, 'crash', ['later']);
    await Promise.all([linkPending(after.handle), linkPending(after.handle)]);
    await linkAll(after.handle);
    expect(await selectLinkedSubjects(after.handle, 'crash')).toEqual(['linked', '1', '2', '3', 'later']);
    expect(await findBreak(after.handle, 'crash')).toBeNull();
    expect(await countIn(after.handle, 'audit_pending_start')).toBe(1);
  }, 60_000);
});

describe('recovery', () => {
  const database = useTestDatabase();
  const empty = () => sql`truncate audit_pending, audit_pending_start`.execute(database.handle);
  const linkedUntil = async () => {
    const row = await database.handle.selectFrom('audit_linked').select('until').executeTakeFirst();
    return row?.until ?? 0;
  };

  test('checks more records than a page', async () => {
    const subjects = Array.from({ length: 20_500 }, (_, index) => String(index));
    await recordTestActs(database.handle, 'pages', subjects);
    await empty();
    await linkAll(database.handle);
    expect(await selectLinkedSubjects(database.handle, 'pages')).toEqual(subjects);
  });

  test('starts where all records are linked', async () => {
    await recordTestActs(database.handle, 'start', ['old']);
    await linkAll(database.handle);
    await noteLinked(database.handle);
    await recordTestActs(database.handle, 'start', ['new']);
    await eventually(async () => {
      await linkAll(database.handle);
      const before = await linkedUntil();
      await noteLinked(database.handle);
      expect(await linkedUntil()).toBeGreaterThan(before);
    });
    const until = await linkedUntil();
    // A record below the mark would be linked, so its link cannot be missing: without it the recovery shows where it starts.
    await sql`alter table audit_links disable trigger user`.execute(database.handle);
    await sql`delete from audit_links where chain = 'start' and record <= ${until}`.execute(database.handle);
    await sql`alter table audit_links enable trigger user`.execute(database.handle);
    await empty();
    await linkPending(database.handle);
    expect(await countIn(database.handle, 'audit_pending')).toBe(0);
    expect(await selectLinkedSubjects(database.handle, 'start')).not.toContain('old');
  });

  test('does not start after a record of a transaction that still runs', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: number }>(
      `insert into audit_records (tid, at, act, decision, subject) values ('late', now(), 'message.sent', 'granted', 'late') returning id::int`,
    );
    const id = rows[0]?.id ?? 0;
    await recordTestActs(database.handle, 'late', ['other']);
    // The second call would confirm the last id of the first one.
    for (let call = 0; call < 3; call += 1) await noteLinked(database.handle);
    expect(await linkedUntil()).toBeLessThan(id);
    await client.query('commit');
    await client.end();
    await empty();
    await linkAll(database.handle);
    expect(new Set(await selectLinkedSubjects(database.handle, 'late'))).toEqual(new Set(['late', 'other']));
  });

  test('is not confirmed by records that are still pending', async () => {
    await recordTestActs(database.handle, 'pending', ['1']);
    await noteLinked(database.handle);
    await sql`update audit_linked set seen_at = now() - interval '1 hour', seen = (select max(id) from audit_records)`.execute(
      database.handle,
    );
    const before = await linkedUntil();
    await noteLinked(database.handle);
    expect(await linkedUntil()).toBe(before);
    await linkAll(database.handle);
    await eventually(async () => {
      await noteLinked(database.handle);
      expect(await linkedUntil()).toBeGreaterThan(before);
    });
  });
});
