import { localNames } from '@sealflow/domain/limits';
import type { Platform } from '../ports/platform.port.ts';
import type { SqlPort } from '../ports/sql.port.ts';
import { createAccountRows } from './account-rows.adapter.ts';
import { migrateLocal } from './local.migration.ts';

/** Specification section 9. */
export const localDatabaseName = localNames.database;

const databases = new WeakMap<Platform, Promise<SqlPort>>();

/** The device's database, opened and migrated at the first use. */
export function localDatabase(platform: Platform): Promise<SqlPort> {
  const opening =
    databases.get(platform) ??
    platform.openDatabase(localDatabaseName).then(async (sql) => {
      await migrateLocal(sql);
      return createAccountRows(sql, platform.accounts);
    });
  databases.set(platform, opening);
  // A failure (no space, a locked profile) is retried by the next call.
  opening.catch(() => databases.delete(platform));
  return opening;
}
