import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import type { LocalTables } from '../database/local.table.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { Platform } from '../ports/platform.port.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';
import { randomBytes } from '../random.util.ts';
import { recentSearchesKey } from './search-key.usecases.ts';

export const maxRecentSearches = 10;
const ivLength = 12;

export type SearchOwner = { readonly platform: Platform; readonly accountID: string };

async function seal(key: CryptoKey, texts: readonly string[]): Promise<string> {
  const iv = randomBytes(ivLength);
  const plain = new TextEncoder().encode(JSON.stringify(texts));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

async function open(key: CryptoKey, sealed: string): Promise<readonly string[]> {
  const bytes = fromBase64(sealed);
  try {
    const iv = bytes.slice(0, ivLength);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(ivLength));
    return JSON.parse(new TextDecoder().decode(plain)) as string[];
  } catch {
    // The key was lost, and with it the list.
    return [];
  }
}

/** What the account searched for last, the latest first. */
export async function readRecentSearches({ platform, accountID }: SearchOwner): Promise<readonly string[]> {
  const row = await createQueryBuilder<LocalTables>(await localDatabase(platform))
    .selectFrom('recent_search')
    .select('sealed')
    .where('accountID', '=', accountID)
    .executeTakeFirst();
  return row === undefined ? [] : open(await recentSearchesKey(platform, accountID), row.sealed);
}

async function writeRecentSearches(
  { platform, accountID }: SearchOwner,
  texts: readonly string[],
): Promise<void> {
  const sealed = await seal(await recentSearchesKey(platform, accountID), texts);
  await createQueryBuilder<LocalTables>(await localDatabase(platform))
    .insertInto('recent_search')
    .values({ accountID, sealed })
    .onConflict((conflict) => conflict.column('accountID').doUpdateSet({ sealed }))
    .execute();
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Puts a text in front of the list; the oldest are dropped. */
export async function addRecentSearch(owner: SearchOwner, added: string): Promise<void> {
  const others = (await readRecentSearches(owner)).filter((one) => !isSame(one, added));
  await writeRecentSearches(owner, [added, ...others].slice(0, maxRecentSearches));
}

export async function removeRecentSearch(owner: SearchOwner, removed: string): Promise<void> {
  const others = (await readRecentSearches(owner)).filter((one) => !isSame(one, removed));
  await writeRecentSearches(owner, others);
}

/** Deletes the whole list. */
export const clearRecentSearches = async ({ platform, accountID }: SearchOwner): Promise<void> =>
  deleteRecentSearches(await localDatabase(platform), accountID);

export async function deleteRecentSearches(sql: SqlExecutor, accountID: string): Promise<void> {
  await createQueryBuilder<LocalTables>(sql)
    .deleteFrom('recent_search')
    .where('accountID', '=', accountID)
    .execute();
}
