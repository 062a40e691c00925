import { localNames } from '@sealflow/domain/limits';
import type { AccountsPort } from '../ports/accounts.port.ts';
import type { Platform } from '../ports/platform.port.ts';
import type { SqlExecutor, SqlPort, SqlValue } from '../ports/sql.port.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { nextTask } from '../timing.util.ts';
import { migrateLocal } from './local.migration.ts';

const insertPattern = /^\s*insert\b/iu;

/** A database that rejects inserts for an account that has signed out: every row of an account contains its id. */
function createAccountRows(sql: SqlPort, accounts: AccountsPort): SqlPort {
  const assertAllowed = (statement: string, params: readonly SqlValue[] = []) => {
    if (insertPattern.test(statement) && accounts.includesSignedOut(params))
      throw new StorageError('storage.unavailable');
  };
  const guardExecutor = (executor: SqlExecutor): SqlExecutor => ({
    async query(statement, params) {
      assertAllowed(statement, params);
      return executor.query(statement, params);
    },
    async run(statement, params) {
      assertAllowed(statement, params);
      return executor.run(statement, params);
    },
  });
  return {
    ...guardExecutor(sql),
    transaction: (work) => sql.transaction((tx) => work(guardExecutor(tx))),
    close: () => sql.close(),
  };
}

/** Specification section 9. */
export const localDatabaseName = localNames.database;

const databases = new WeakMap<Platform, Promise<SqlPort>>();
const openPlatforms = new WeakSet<Platform>();

/**
 * The device's database, opened and migrated at the first use. Each call that waits for the opening continues in a task of
 * its own: together, the first queries of all parts of the app delayed frames by 60 ms on a phone.
 */
export async function localDatabase(platform: Platform): Promise<SqlPort> {
  const opening =
    databases.get(platform) ??
    platform.openDatabase(localDatabaseName).then(async (sql) => {
      await migrateLocal(sql);
      return createAccountRows(sql, platform.accounts);
    });
  databases.set(platform, opening);
  // A failure (no space, a locked profile) is retried by the next call.
  opening.catch(() => databases.delete(platform));
  const isOpen = openPlatforms.has(platform);
  const sql = await opening;
  openPlatforms.add(platform);
  if (!isOpen) await nextTask();
  return sql;
}
