import { sql } from 'kysely';
import { type LocalTables, recordFlag } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { SqlExecutor, SqlPort } from '../ports/sql.port.ts';
import { isInList, isRemovedBy, type RecentFilter, toLowerAscii } from './recent-filter.rules.ts';
import { optimizeTextIndex } from './recent-text-index.repository.ts';

/** Ids, or all matches of a filter except some: removing 100,000 records writes one row. */
export type RecentSelection =
  | { readonly fileIDs: readonly string[] }
  | { readonly all: RecentFilter; readonly except: readonly string[] };

export type Removal = { readonly removalID: number; readonly count: number };

// SQLite limits the parameters of one statement.
const maxIdsPerStatement = 500;

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += maxIdsPerStatement)
    yield all.slice(start, start + maxIdsPerStatement);
}

/** Id of the latest removal; records written now are not covered by it. */
export const latestRemoval = sql<number>`(SELECT ifnull(max(removalID), 0) FROM recent_removal)`;

/** Removes records of one account from the lists, restores them, or deletes them for good. */
export function recentRemovalsOf(port: SqlPort, accountID: string) {
  const builderOver = (executor: SqlExecutor) => createQueryBuilder<LocalTables>(executor);

  const insertRemoval = async (
    tx: SqlExecutor,
    all: RecentFilter | null,
    removeAt: number,
  ): Promise<number> => {
    const list = all === null ? null : recordFlag[all.list];
    const { removalID } = await builderOver(tx)
      .insertInto('recent_removal')
      .values({ accountID, list, text: toLowerAscii(all?.text ?? ''), removeAt })
      .returning('removalID')
      .executeTakeFirstOrThrow();
    return removalID;
  };

  /**
   * Sets the removal of records that are in the lists, and removes them if it covers them.
   * @returns their number.
   */
  const setRemoval = async (
    tx: SqlExecutor,
    fileIDs: readonly string[],
    { removal, isCovered }: { readonly removal: number; readonly isCovered: boolean },
  ): Promise<number> => {
    let count = 0;
    for (const some of batchesOf(fileIDs)) {
      const { numUpdatedRows } = await builderOver(tx)
        .updateTable('recent_file')
        .set((row) => ({ removal, ...(isCovered ? { flag: row('flag', '+', recordFlag.removed) } : {}) }))
        .where('accountID', '=', accountID)
        .where('flag', '<', recordFlag.removed)
        .where('fileID', 'in', some)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
    return count;
  };

  const countOf = async (tx: SqlExecutor, filter: RecentFilter): Promise<number> => {
    const { count } = await builderOver(tx)
      .selectFrom('recent_file')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('accountID', '=', accountID)
      .where(isInList(accountID, filter))
      .executeTakeFirstOrThrow();
    return count;
  };

  const removedCondition = async (executor: SqlExecutor, removalID: number) => {
    const row = await builderOver(executor)
      .selectFrom('recent_removal')
      .select(['list', 'text'])
      .where('accountID', '=', accountID)
      .where('removalID', '=', removalID)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { list, text } = row;
    if (list !== null) return isRemovedBy({ removalID, list, text });
    return sql<boolean>`flag >= ${recordFlag.removed} AND removal = ${removalID}`;
  };

  return {
    /** Removes records from the lists until `restore` or a purge. */
    remove: (selection: RecentSelection, removeAt: number): Promise<Removal> =>
      port.transaction(async (tx) => {
        if ('fileIDs' in selection) {
          const removalID = await insertRemoval(tx, null, removeAt);
          const removal = { removal: removalID, isCovered: true };
          return { removalID, count: await setRemoval(tx, selection.fileIDs, removal) };
        }
        const all = await countOf(tx, selection.all);
        const removalID = await insertRemoval(tx, selection.all, removeAt);
        const exempted = await setRemoval(tx, selection.except, { removal: removalID, isCovered: false });
        return { removalID, count: all - exempted };
      }),

    /** Restores the records of a removal that have not been purged. */
    restore: (removalID: number): Promise<void> =>
      port.transaction(async (tx) => {
        await builderOver(tx)
          .deleteFrom('recent_removal')
          .where('accountID', '=', accountID)
          .where('removalID', '=', removalID)
          .execute();
        await builderOver(tx)
          .updateTable('recent_file')
          .set((row) => ({ flag: row('flag', '-', recordFlag.removed), removal: latestRemoval }))
          .where('accountID', '=', accountID)
          .where('flag', '>=', recordFlag.removed)
          .where('removal', '=', removalID)
          .execute();
      }),

    /** Some record ids of a removal; empty when all are deleted. */
    async some(removalID: number): Promise<string[]> {
      const condition = await removedCondition(port, removalID);
      if (condition === null) return [];
      const rows = await builderOver(port)
        .selectFrom('recent_file')
        .select('fileID')
        .where('accountID', '=', accountID)
        .where(condition)
        .limit(maxIdsPerStatement)
        .execute();
      return rows.map(({ fileID }) => fileID);
    },

    /** Deletes these records if the removal still covers them. */
    async delete(removalID: number, fileIDs: readonly string[]): Promise<void> {
      const condition = await removedCondition(port, removalID);
      if (condition === null) return;
      await builderOver(port)
        .deleteFrom('recent_file')
        .where('accountID', '=', accountID)
        .where('fileID', 'in', fileIDs)
        .where(condition)
        .execute();
    },

    /** Deletes a removal without remaining records. */
    async deleteRemoval(removalID: number): Promise<void> {
      await optimizeTextIndex(port);
      await builderOver(port)
        .deleteFrom('recent_removal')
        .where('accountID', '=', accountID)
        .where('removalID', '=', removalID)
        .execute();
    },

    /** Ids of removals that can no longer be undone: made outside of this period. */
    async listExpired({ from, until }: { readonly from: number; readonly until: number }): Promise<number[]> {
      const rows = await builderOver(port)
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
