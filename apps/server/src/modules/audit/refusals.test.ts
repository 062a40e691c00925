import { expect, test } from 'vitest';
import { linkAll } from '../../../testing/chain.ts';
import { openTestDatabase, useTestDatabase } from '../../../testing/database.ts';
import { listRecords } from './audit-list.usecases.ts';
import { countRefusal, flushRefusals, recordRefusals } from './refusals.usecases.ts';

const database = useTestDatabase();

const minute = 60_000;
const start = 1_800_000_000_000 - (1_800_000_000_000 % minute);
const refuse = (tid: string | null, reason: string, at: number) =>
  countRefusal(database.handle, { tid, act: 'call.refused', reason, at });

test('any number of refusals gives one record a minute for each tenant, act and reason', async () => {
  for (let times = 0; times < 1000; times += 1) refuse(null, 'login.token_expired', start + times);
  refuse('t-1', 'signed_out', start);
  refuse(null, 'login.token_expired', start + minute);
  await flushRefusals(database.handle);
  refuse(null, 'login.token_expired', start);
  await flushRefusals(database.handle);

  // Counts are recorded 30 seconds after the end of their minute. First those of the minute `start` are recorded, then
  // that of the minute after it.
  expect(await recordRefusals(database.handle, start + minute)).toBe(0);
  expect(await recordRefusals(database.handle, start + 2 * minute)).toBe(2);
  await linkAll(database.handle);
  const { data } = await listRecords(database.handle, { tid: null, skip: 0, limit: 10 });
  expect(data).toMatchObject([
    { act: 'call.refused', decision: 'refused', reason: 'login.token_expired', count: 1001, aid: null },
  ]);
  expect(data[0]?.at).toEqual(new Date(start));
  expect((await listRecords(database.handle, { tid: 't-1', skip: 0, limit: 10 })).data).toMatchObject([
    { count: 1 },
  ]);
  expect(await recordRefusals(database.handle, start + 5 * minute)).toBe(1);
});

test('an unlimited number of kinds does not fill the memory of a node', async () => {
  for (let tenant = 0; tenant < 10_100; tenant += 1) refuse(`t${tenant}`, 'signed_out', start);
  await flushRefusals(database.handle);
  const rows = await database.handle.selectFrom('audit_refusals').select(['chain', 'count']).execute();
  // The limit, and one row of the deployment (chain '') that counts all refusals above it.
  expect(rows).toHaveLength(10_001);
  expect(rows.find(({ chain }) => chain === '')?.count).toBe(100);
});

test('refusals that cannot be stored now are stored later', async () => {
  const ownDatabase = await openTestDatabase();
  const ownHandle = ownDatabase.handle;
  countRefusal(ownHandle, { tid: null, act: 'call.refused', reason: 'signed_out', at: start });
  await ownHandle.schema.alterTable('audit_refusals').renameTo('elsewhere').execute();
  await expect(flushRefusals(ownHandle)).rejects.toThrow('audit_refusals');
  await ownHandle.schema.alterTable('elsewhere').renameTo('audit_refusals').execute();
  await flushRefusals(ownHandle);
  const rows = await ownHandle.selectFrom('audit_refusals').select('count').execute();
  await ownDatabase.close();
  expect(rows).toEqual([{ count: 1 }]);
});

test('refusals cannot be counted inside a transaction', async () => {
  await database.handle.transaction().execute(async (transaction) => {
    expect(() =>
      countRefusal(transaction, { tid: null, act: 'call.refused', reason: 'x', at: start }),
    ).toThrow(TypeError);
  });
});
