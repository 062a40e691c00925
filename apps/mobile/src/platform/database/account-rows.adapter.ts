import type { AccountsPort } from '../ports/accounts.port.ts';
import type { SqlExecutor, SqlPort, SqlValue } from '../ports/sql.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

const adds = /^\s*insert\b/iu;

/** A database that rejects inserts for an account that has signed out: every row of an account contains its id. */
export function accountRows(sql: SqlPort, accounts: AccountsPort): SqlPort {
  const check = (statement: string, params: readonly SqlValue[] = []) => {
    if (adds.test(statement) && accounts.haveLeft(params)) throw new StorageError('storage.unavailable');
  };
  const over = (executor: SqlExecutor): SqlExecutor => ({
    async query(statement, params) {
      check(statement, params);
      return executor.query(statement, params);
    },
    async run(statement, params) {
      check(statement, params);
      return executor.run(statement, params);
    },
  });
  return {
    ...over(sql),
    transaction: (work) => sql.transaction((tx) => work(over(tx))),
    close: () => sql.close(),
  };
}
