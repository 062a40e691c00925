import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../adapters/memory/sql.adapter.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { leaderByLease, leaderByWebLocks } from './leader-election.util.ts';

async function twoTabs() {
  const sql = await openMemoryDatabase();
  await migrateLocal(sql);
  const clock = { now: 0 };
  const lead = (owner: string) =>
    leaderByLease({ sql: async () => sql, accountID: 'a1', owner, now: () => clock.now });
  return { clock, one: lead('one'), other: lead('other') };
}

test('only one tab leads at a time, and another tab can lead afterwards', async () => {
  const { one, other } = await twoTabs();
  const done: string[] = [];
  await one(async () => {
    await other(async () => void done.push('beside'));
    done.push('one');
  });
  await other(async () => void done.push('other'));
  expect(done).toEqual(['one', 'other']);
});

test('the lease of a killed tab expires', async () => {
  const { clock, one, other } = await twoTabs();
  const done: string[] = [];
  // The first tab is killed, so its work never ends.
  void one(() => new Promise(() => undefined));
  await other(async () => void done.push('too early'));
  clock.now = 60_000;
  await other(async () => void done.push('other'));
  expect(done).toEqual(['other']);
});

test('the lease of a killed tab expires even when the clock was set back', async () => {
  const { clock, one, other } = await twoTabs();
  const done: string[] = [];
  clock.now = 86_400_000;
  void one(() => new Promise(() => undefined));
  await other(async () => void done.push('too early'));
  clock.now = 1_000;
  await other(async () => void done.push('other'));
  expect(done).toEqual(['other']);
});

test('a failure of the work releases the lead and reaches the caller', async () => {
  const { one, other } = await twoTabs();
  const done: string[] = [];
  await expect(one(() => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  await other(async () => void done.push('other'));
  expect(done).toEqual(['other']);
});

test('no work is done when another tab leads for too long, and a failure of the work reaches the caller', async () => {
  const busy = new StorageError('storage.busy');
  const done: string[] = [];
  await leaderByWebLocks('a1', () => Promise.reject(busy))(async () => void done.push('beside'));
  expect(done).toEqual([]);
  const free = leaderByWebLocks('a1', (_name, work) => work());
  await expect(free(() => Promise.reject(busy))).rejects.toBe(busy);
});
