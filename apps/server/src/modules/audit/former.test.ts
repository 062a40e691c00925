import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { linkAll, testCheckpoints } from '../../../testing/chain.ts';
import { useTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { migrate } from '../../infra/database/index.ts';
import { migrations } from '../../infra/database/migrations/index.ts';
import { legacyHashOf } from './audit-chain.usecases.ts';
import { listRecords } from './audit-list.usecases.ts';
import { verifyChain } from './audit-verify.usecases.ts';

const database = useTestDatabase();

/** Writes records as the previous release does: each hash covers the previous record. */
function formerNode(client: Client) {
  let previous: Buffer = Buffer.alloc(32);
  return async (sequence: number) => {
    const at = new Date(1_800_000_000_000 + sequence);
    const none = { aid: null, deviceID: null, operatorID: null, documentID: null, kid: null, reason: null };
    const later = { subject: null, sha256: null, count: 1, former: null };
    const what = { tid: 't-1', at, act: 'rewrap', decision: 'granted', fid: `f-${sequence}` } as const;
    previous = legacyHashOf(previous, sequence, { ...what, ...none, ...later });
    await client.query(
      `insert into access_audit (tid, sequence, at, act, decision, fid, hash)
      values ('t-1', $1, $2, 'rewrap', 'granted', $3, $4)`,
      [sequence, at, what.fid, previous],
    );
  };
}

test('keeps every record that nodes of the previous release write, whenever they write it', async () => {
  const { handle: db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const released = Object.entries(migrations).filter(([name]) => name < '006');
  await migrate(db, Object.fromEntries(released));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const write = formerNode(client);
  await write(1);
  await client.query('begin');
  await write(2);
  const migrated = migrate(db);
  await eventually(async () => {
    const { rows } = await client.query(`select 1 from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`);
    expect(rows).toHaveLength(1);
  });
  await client.query('commit');
  await migrated;
  await write(3);
  await client.end();

  await linkAll(db);
  const { data } = await listRecords(db, { tid: 't-1', skip: 0, limit: 10 });
  expect(data.map(({ sequence, fid, former }) => [sequence, fid, former?.sequence])).toEqual([
    [3, 'f-3', 3],
    [2, 'f-2', 2],
    [1, 'f-1', 1],
  ]);
  expect(await verifyChain(testCheckpoints(db), 't-1')).toMatchObject({ last: 3, broken: null });
});
