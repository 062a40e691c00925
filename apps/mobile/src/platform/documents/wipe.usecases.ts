import { localDatabase } from '../database/local-database.adapter.ts';
import type { Platform } from '../ports/platform.port.ts';
import { accountFolder } from './document.types.ts';
import { licencesOf } from './licences.repository.ts';
import { recentFilesOf } from './recent-files.repository.ts';

/** Removes what the device keeps of an account's documents: records, licences, files. Other accounts keep theirs. */
export async function wipeAccount(platform: Platform, accountID: string): Promise<void> {
  const sql = await localDatabase(platform);
  await sql.transaction(async (tx) => {
    await recentFilesOf(tx, accountID).clear();
    await licencesOf(tx, accountID).clear();
  });
  await (await platform.files()).remove(accountFolder(accountID));
}
