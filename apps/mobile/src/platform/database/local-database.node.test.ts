import { expect, it } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { localDatabase } from './local-database.compose.ts';

it('is opened as edsAPP.db, once, with the table recent_file', async () => {
  const platform = createMemoryPlatform();
  const opened: string[] = [];
  const counting = {
    ...platform,
    openDatabase: (name: string) => {
      opened.push(name);
      return platform.openDatabase(name);
    },
  };
  const sql = await localDatabase(counting);
  await localDatabase(counting);
  expect(opened).toEqual(['edsAPP.db']);
  expect(await sql.query("SELECT name FROM sqlite_master WHERE name = 'recent_file'")).toEqual([
    { name: 'recent_file' },
  ]);
});

it('lets each call that waited for the opening continue in a task of its own', async () => {
  const platform = createMemoryPlatform();
  const order: string[] = [];
  const call = async (name: string) => {
    await localDatabase(platform);
    order.push(name);
    // The microtasks of this call, before the next task.
    await Promise.resolve();
    order.push(`${name} continued`);
  };
  await Promise.all([call('first'), call('second')]);
  expect(order).toEqual(['first', 'first continued', 'second', 'second continued']);
});
