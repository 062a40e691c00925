import { applicationDraftsOf } from '../database/application-drafts.repository.ts';
import { draftsOf } from '../database/drafts.repository.ts';
import { flowDownloadsOf, passphraseKey } from '../database/flow-downloads.repository.ts';
import { migrateLocal } from '../database/local.migration.ts';
import { localDatabase, localDatabaseName } from '../database/local-database.compose.ts';
import { deleteStoredAnswers } from '../database/stored-answers.repository.ts';
import { outboxOf } from '../outbox/outbox.repository.ts';
import type { Platform } from '../ports/platform.port.ts';
import type { SqlPort } from '../ports/sql.port.ts';
import type { UnusedStore } from '../ports/storage.port.ts';
import { documentTextsOf } from '../search/document-texts.repository.ts';
import { deleteRecentSearches } from '../search/recent-searches.usecases.ts';
import { searchKeyName } from '../search/search-key.usecases.ts';
import { accountFolder } from './document.types.ts';
import { licencesOf } from './licences.repository.ts';
import { recentFilesOf } from './recent-files.repository.ts';

/**
 * Deletes all data of an account on the device: records, licences, files, decisions, drafts. Other accounts are not
 * affected. Its running work fails.
 * @param isStillRequested - called after other tabs have released the account: one of them may have done the wipe,
 * and the user may have signed in again.
 * @throws StorageError
 */
export const wipeAccount = (
  platform: Platform,
  accountID: string,
  isStillRequested: () => Promise<boolean> = async () => true,
): Promise<void> =>
  platform.accounts.runExclusiveWipe({ accountID, folder: accountFolder(accountID) }, async () => {
    if (await isStillRequested()) await wipe(platform, accountID);
  });

async function wipe(platform: Platform, accountID: string): Promise<void> {
  await wipeRows(await localDatabase(platform), platform, accountID);
  await (await platform.files()).remove(accountFolder(accountID));
  for (const store of await platform.storage.unused()) await wipeUnused(store, platform, accountID);
}

async function wipeRows(sql: SqlPort, platform: Platform, accountID: string): Promise<void> {
  const packages = await sql.transaction(async (tx) => {
    await recentFilesOf(tx, accountID).clear();
    await licencesOf(tx, accountID).clear();
    await outboxOf(tx, accountID).clear();
    await deleteStoredAnswers(tx, accountID);
    await draftsOf(tx, accountID).clear();
    await applicationDraftsOf(tx, accountID).clear();
    await deleteRecentSearches(tx, accountID);
    await documentTextsOf(tx, accountID).clear();
    return flowDownloadsOf(tx, accountID).clear();
  });
  for (const one of packages) await platform.secrets.remove(passphraseKey(accountID, one));
  await platform.secrets.remove(searchKeyName(accountID));
}

/** Another version of the browser, or a window with other rights, may have stored the account's data there. */
async function wipeUnused(
  { files, openDatabase }: UnusedStore,
  platform: Platform,
  accountID: string,
): Promise<void> {
  await files.remove(accountFolder(accountID));
  const sql = await openDatabase(localDatabaseName);
  try {
    await migrateLocal(sql);
    await wipeRows(sql, platform, accountID);
  } finally {
    await sql.close();
  }
}
