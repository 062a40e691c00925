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
