import type { AccountsPort } from '../ports/accounts.port.ts';
import type { SqlExecutor, SqlPort, SqlValue } from '../ports/sql.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

const insertPattern = /^\s*insert\b/iu;

/** A database that rejects inserts for an account that has signed out: every row of an account contains its id. */
export function createAccountRows(sql: SqlPort, accounts: AccountsPort): SqlPort {
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
