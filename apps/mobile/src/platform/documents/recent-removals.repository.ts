import { sql } from 'kysely';
import { type LocalTables, recordFlag } from '../database/local.table.ts';
import { queriesOver } from '../database/sql-dialect.adapter.ts';
import type { SqlExecutor, SqlPort } from '../ports/sql.port.ts';
import { type RecentFilter, smallLetters, standsIn, takenBy } from './recent-filter.rules.ts';
import { dropDeletedWords } from './recent-words.repository.ts';

/** Ids, or all matches of a filter except some: removing 100,000 records writes one row. */
export type RecentSelection =
  | { readonly fileIDs: readonly string[] }
  | { readonly all: RecentFilter; readonly except: readonly string[] };

export type Removal = { readonly removalID: number; readonly count: number };

// SQLite limits the parameters of one statement.
const idsAtOnce = 500;

function* pieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += idsAtOnce) yield all.slice(start, start + idsAtOnce);
}

/** Id of the latest removal; records written now are not covered by it. */
export const latestRemoval = sql<number>`(SELECT ifnull(max(removalID), 0) FROM recent_removal)`;

/** Removes records of one account from the lists, restores them, or deletes them for good. */
export function recentRemovalsOf(port: SqlPort, accountID: string) {
  const over = (executor: SqlExecutor) => queriesOver<LocalTables>(executor);

  const begin = async (tx: SqlExecutor, all: RecentFilter | null, removeAt: number): Promise<number> => {
    const list = all === null ? null : recordFlag[all.list];
    const { removalID } = await over(tx)
      .insertInto('recent_removal')
      .values({ accountID, list, text: smallLetters(all?.text ?? ''), removeAt })
      .returning('removalID')
      .executeTakeFirstOrThrow();
    return removalID;
  };

  const takeSome = async (tx: SqlExecutor, fileIDs: readonly string[], removal: number): Promise<number> => {
    let count = 0;
    for (const some of pieces(fileIDs)) {
      const { numUpdatedRows } = await over(tx)
        .updateTable('recent_file')
        .set((row) => ({ flag: row('flag', '+', recordFlag.removed), removal }))
        .where('accountID', '=', accountID)
        .where('flag', '<', recordFlag.removed)
        .where('fileID', 'in', some)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    return count;
  };

  const keep = async (tx: SqlExecutor, fileIDs: readonly string[], removal: number): Promise<number> => {
    let count = 0;
    for (const some of pieces(fileIDs)) {
      const { numUpdatedRows } = await over(tx)
        .updateTable('recent_file')
        .set({ removal })
        .where('accountID', '=', accountID)
        .where('flag', '<', recordFlag.removed)
        .where('fileID', 'in', some)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    return count;
  };

  const countOf = async (tx: SqlExecutor, filter: RecentFilter): Promise<number> => {
    const { count } = await over(tx)
      .selectFrom('recent_file')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('accountID', '=', accountID)
      .where(standsIn(accountID, filter))
      .executeTakeFirstOrThrow();
    return count;
  };

  const taken = async (executor: SqlExecutor, removalID: number) => {
    const row = await over(executor)
      .selectFrom('recent_removal')
      .select(['list', 'text'])
      .where('accountID', '=', accountID)
      .where('removalID', '=', removalID)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { list, text } = row;
    if (list !== null) return takenBy({ removalID, list, text });
    return sql<boolean>`flag >= ${recordFlag.removed} AND removal = ${removalID}`;
  };

  return {
    /** Removes records from the lists until `restore` or a purge. */
    remove: (selection: RecentSelection, removeAt: number): Promise<Removal> =>
      port.transaction(async (tx) => {
        if ('fileIDs' in selection) {
          const removalID = await begin(tx, null, removeAt);
          return { removalID, count: await takeSome(tx, selection.fileIDs, removalID) };
        }
        const all = await countOf(tx, selection.all);
        const removalID = await begin(tx, selection.all, removeAt);
        const kept = await keep(tx, selection.except, removalID);
        return { removalID, count: all - kept };
      }),

    /** Restores the records of a removal that have not been purged. */
    restore: (removalID: number): Promise<void> =>
      port.transaction(async (tx) => {
        await over(tx)
          .deleteFrom('recent_removal')
          .where('accountID', '=', accountID)
          .where('removalID', '=', removalID)
          .execute();
        await over(tx)
          .updateTable('recent_file')
          .set((row) => ({ flag: row('flag', '-', recordFlag.removed), removal: latestRemoval }))
          .where('accountID', '=', accountID)
          .where('flag', '>=', recordFlag.removed)
          .where('removal', '=', removalID)
          .execute();
      }),

    /** Some record ids of a removal; empty when all are deleted. */
    async some(removalID: number): Promise<string[]> {
      const which = await taken(port, removalID);
      if (which === null) return [];
      const rows = await over(port)
        .selectFrom('recent_file')
        .select('fileID')
        .where('accountID', '=', accountID)
        .where(which)
        .limit(idsAtOnce)
        .execute();
      return rows.map(({ fileID }) => fileID);
    },

    /** Deletes these records if the removal still covers them. */
    async erase(removalID: number, fileIDs: readonly string[]): Promise<void> {
      const which = await taken(port, removalID);
      if (which === null) return;
      await over(port)
        .deleteFrom('recent_file')
        .where('accountID', '=', accountID)
        .where('fileID', 'in', fileIDs)
        .where(which)
        .execute();
    },

    /** Deletes a removal without remaining records. */
    async end(removalID: number): Promise<void> {
      await dropDeletedWords(port);
      await over(port)
        .deleteFrom('recent_removal')
        .where('accountID', '=', accountID)
        .where('removalID', '=', removalID)
        .execute();
    },

    /** Ids of removals that can no longer be undone: made outside of this period. */
    async stale({ from, until }: { readonly from: number; readonly until: number }): Promise<number[]> {
      const rows = await over(port)
        .selectFrom('recent_removal')
        .select('removalID')
        .where('accountID', '=', accountID)
        .where((row) => row.or([row('removeAt', '<', from), row('removeAt', '>', until)]))
        .orderBy('removalID')
        .execute();
      return rows.map(({ removalID }) => removalID);
    },
  };
}
