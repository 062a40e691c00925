import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findBreak, linkAll, recordTestActs, testTokenKey } from '../../../testing/chain.ts';
import { useTestDatabase } from '../../../testing/database.ts';
import { listRecords } from './audit-list.usecases.ts';
import { deleteSubjects } from './subjects.usecases.ts';

const key = testTokenKey();
// Records of member `f-1` with account `a-1` and device `d-1` in separate chains.
const database = useTestDatabase();

const stored = async (tid: string) =>
  (
    await sql<{ aid: string; fid: string }>`select aid, fid from audit_records where tid = ${tid}`.execute(
      database.handle,
    )
  ).rows;
const listed = async (tid: string, more: { fid?: string; aid?: string } = {}) =>
  (await listRecords(database.handle, { tid, skip: 0, limit: 10, ...more })).data.map(({ aid, fid }) => ({
    aid,
    fid,
  }));

test('a record holds pseudonyms, one for each id in a tenant, and a list resolves them', async () => {
  await recordTestActs(database.handle, 't-1', ['one', 'two']);
  await recordTestActs(database.handle, 't-2', ['one']);
  const [first, second] = await stored('t-1');
  expect(first).toMatchObject({ aid: expect.stringMatching(/^anon-[0-9a-f]{32}$/) });
  expect(first).toEqual(second);
  const [other] = await stored('t-2');
  // An account ID is global. A person in two tenants has two member IDs.
  expect(other?.aid).toBe(first?.aid);
  expect(other?.fid).not.toBe(first?.fid);
  expect(await listed('t-1', { fid: 'f-1', aid: 'a-1' })).toEqual([
    { aid: 'a-1', fid: 'f-1' },
    { aid: 'a-1', fid: 'f-1' },
  ]);
});

test('a pseudonym whose row was moved to another person is not resolved', async () => {
  await recordTestActs(database.handle, 't-3', ['one']);
  await sql`update audit_subjects set id = 'f-9' where kind = 'member' and tid = 't-3' and id = 'f-1'`.execute(
    database.handle,
  );
  const [record] = await listed('t-3');
  expect(record).toEqual({ aid: 'a-1', fid: expect.stringMatching(/^anon-/) });
});

test('deleting the key makes people unidentifiable, changes nothing else, and the chain verifies', async () => {
  await recordTestActs(database.handle, 't-4', ['one', 'two']);
  await linkAll(database.handle);
  const before = await stored('t-4');
  await database.handle
    .transaction()
    .execute((transaction) => deleteSubjects(transaction, [{ kind: 'member', tid: 't-4', id: 'f-1' }]));
  expect(await stored('t-4')).toEqual(before);
  expect(await listed('t-4', { fid: 'f-1' })).toEqual([]);
  expect(await listed('t-4')).toEqual(before.map(({ fid }) => ({ aid: 'a-1', fid })));
  // A reused ID belongs to a different person.
  await recordTestActs(database.handle, 't-4', ['three']);
  await linkAll(database.handle);
  expect(await listed('t-4', { fid: 'f-1' })).toHaveLength(1);
  expect(await findBreak(database.handle, 't-4', key)).toBeNull();
});
