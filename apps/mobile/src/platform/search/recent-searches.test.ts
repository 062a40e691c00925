import { expect, it } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { wipeAccount } from '../documents/wipe.usecases.ts';
import {
  addRecentSearch,
  clearRecentSearches,
  maxRecentSearches,
  readRecentSearches,
  removeRecentSearch,
} from './recent-searches.usecases.ts';

const owner = () => ({ platform: createMemoryPlatform(), accountID: 'a1' });

it('lists what an account searched for last, each text once', async () => {
  const own = owner();
  for (const text of ['合同', 'Report', '发票', 'report']) await addRecentSearch(own, text);
  expect(await readRecentSearches(own)).toEqual(['report', '发票', '合同']);
  expect(await readRecentSearches({ ...own, accountID: 'a2' })).toEqual([]);
});

it('drops the oldest, and deletes one or all', async () => {
  const own = owner();
  for (let index = 0; index <= maxRecentSearches; index += 1) await addRecentSearch(own, `第${index}`);
  expect(await readRecentSearches(own)).toHaveLength(maxRecentSearches);
  expect(await readRecentSearches(own)).not.toContain('第0');
  await removeRecentSearch(own, '第3');
  expect(await readRecentSearches(own)).not.toContain('第3');
  await clearRecentSearches(own);
  expect(await readRecentSearches(own)).toEqual([]);
});

it('stores no readable text, and cannot be read without the key of the account', async () => {
  const own = owner();
  await addRecentSearch(own, 'confidential');
  const sql = await localDatabase(own.platform);
  const stored = JSON.stringify(await sql.query('SELECT * FROM recent_search'));
  expect(stored).toContain('a1');
  expect(stored).not.toContain('confidential');
  expect(stored).not.toContain(btoa('confidential'));
  await own.platform.secrets.remove('search:a1');
  expect(await readRecentSearches(own)).toEqual([]);
});

it('is deleted with its key when the account signs out', async () => {
  const own = owner();
  await addRecentSearch(own, '合同');
  await addRecentSearch({ ...own, accountID: 'a2' }, '发票');
  await wipeAccount(own.platform, 'a1');
  const sql = await localDatabase(own.platform);
  expect(await sql.query('SELECT accountID FROM recent_search')).toEqual([{ accountID: 'a2' }]);
  expect(await own.platform.secrets.get('search:a1')).toBeNull();
  expect(await own.platform.secrets.get('search:a2')).not.toBeNull();
});
