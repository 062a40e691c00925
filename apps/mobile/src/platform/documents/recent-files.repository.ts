import { limits } from '@sealflow/domain/limits';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type LocalTables, type RecentFileTable, recordFlag } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';
import {
  containsText,
  type DocumentList,
  isInList,
  isNotRemoved,
  type ListPart,
  type RecentFilter,
  trigramQueryOf,
} from './recent-filter.rules.ts';
import {
  createPagePositions,
  type PageStart,
  type Versioned,
  versionWhere,
} from './recent-positions.repository.ts';
import { latestRemoval } from './recent-removals.repository.ts';
import { optimizeTextIndex } from './recent-text-index.repository.ts';

export type { DocumentList, RecentFilter } from './recent-filter.rules.ts';
export type RecentFile = Omit<Selectable<RecentFileTable>, 'removal'>;
export type NewRecentFile = Omit<Insertable<RecentFileTable>, 'flag' | 'removal'>;

/** Specification section 9: recent file pages. */
export const recentPageSize: number = limits.recentFilesPageSize;

/** With more candidates, scanning the list is faster. */
const maxCandidates = 500;

export function recordOf(row: Selectable<RecentFileTable> & Partial<Versioned>): RecentFile {
  const { removal: _removal, version: _version, ...record } = row;
  return record;
}

export type ShownFiles = { readonly fileIDs: readonly string[]; readonly without: string };

/** Files in either list; an unfinished download cannot be opened. */
const isShownOther = (accountID: string, { fileIDs, without }: ShownFiles): RawBuilder<boolean> =>
  sql<boolean>`accountID = ${accountID} AND fileID IN (SELECT value FROM json_each(${JSON.stringify(fileIDs)}))
    AND (flag = ${recordFlag.recent} OR downloadPer = 100) AND NOT ${containsText(without)} AND ${isNotRemoved(accountID)}`;

/** The records of one account; no method accesses another's. */
export function recentFilesOf(executor: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(executor);

  /** Row ids of records that contain the text's trigrams; null if there are too many or the text is too short. */
  const candidates = async (text: string): Promise<readonly number[] | null> => {
    const matchQuery = trigramQueryOf(text);
    if (matchQuery === null) return null;
    const { rows } = await sql<{ rowid: number }>`
      SELECT rowid FROM recent_file_text WHERE recent_file_text MATCH ${matchQuery} LIMIT ${maxCandidates + 1}
    `.execute(db);
    return rows.length > maxCandidates ? null : rows.map(({ rowid }) => rowid);
  };

  const matching = async (filter: ListPart): Promise<RawBuilder<boolean>> => {
    const candidateRows = await candidates(filter.text);
    const inList = isInList(accountID, filter);
    if (candidateRows === null) return sql<boolean>`accountID = ${accountID} AND ${inList}`;
    // The unary plus keeps the list indices out of the plan: with them SQLite would scan the whole list.
    return sql<boolean>`rowid IN (${sql.join([...candidateRows, -1])}) AND +accountID = ${accountID} AND ${inList}`;
  };

  return {
    async page(filter: ListPart, skip: number, limit = recentPageSize): Promise<RecentFile[]> {
      const where = await matching(filter);
      const positions = createPagePositions(executor, { accountID, ...filter });
      const read = async ({ after, rest }: PageStart) => {
        // The index covers the inner query: only the records of the page are read.
        const { rows } = await sql<Selectable<RecentFileTable> & Versioned>`
          SELECT *, ${versionWhere(skip)} AS version FROM recent_file WHERE rowid IN (
            SELECT rowid FROM recent_file WHERE ${where} AND ${after}
            ORDER BY createAt DESC, fileID LIMIT ${limit} OFFSET ${rest}
          ) ORDER BY createAt DESC, fileID
        `.execute(db);
        return rows;
      };
      const nearestStart = positions.nearest(skip);
      const nearestRows = await read(nearestStart);
      const rows = positions.isValidFor(nearestStart, nearestRows[0])
        ? nearestRows
        : await read(positions.beginning(skip));
      positions.remember(skip, rows[0]);
      return rows.map(recordOf);
    },

    /** The ids of a range of a list. */
    async listIds(filter: ListPart, skip: number, limit: number): Promise<string[]> {
      const { rows } = await sql<{ fileID: string }>`
        SELECT fileID FROM recent_file WHERE ${await matching(filter)}
        ORDER BY createAt DESC, fileID LIMIT ${limit} OFFSET ${skip}
      `.execute(db);
      return rows.map(({ fileID }) => fileID);
    },

    async count(filter: RecentFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        SELECT count(*) AS total FROM recent_file WHERE ${await matching(filter)}
      `.execute(db);
      return rows[0]?.total ?? 0;
    },

    /** The number of the given files that a list shows and whose searched text lacks a text. */
    async countOthers(files: ShownFiles): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        SELECT count(*) AS total FROM recent_file WHERE ${isShownOther(accountID, files)}
      `.execute(db);
      return rows[0]?.total ?? 0;
    },

    /** A page of these files, the last opened first. */
    async pageOthers(files: ShownFiles, skip: number, limit: number): Promise<RecentFile[]> {
      const { rows } = await sql<Selectable<RecentFileTable>>`
        SELECT * FROM recent_file WHERE ${isShownOther(accountID, files)}
        ORDER BY createAt DESC, fileID LIMIT ${limit} OFFSET ${skip}
      `.execute(db);
      return rows.map(recordOf);
    },

    async find(fileID: string): Promise<RecentFile | null> {
      const row = await db
        .selectFrom('recent_file')
        .selectAll()
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .where(isNotRemoved(accountID))
        .executeTakeFirst();
      return row === undefined ? null : recordOf(row);
    },

    /** Inserts a record or updates that of the same file; a removed one reappears. */
    async upsert(record: Omit<NewRecentFile, 'accountID'>, list: DocumentList): Promise<void> {
      const { fileID: _, ...changed } = record;
      const listColumns = { flag: recordFlag[list], removal: latestRemoval };
      await db
        .insertInto('recent_file')
        .values({ ...record, accountID, ...listColumns })
        .onConflict((conflict) =>
          conflict.columns(['accountID', 'fileID']).doUpdateSet({ ...changed, ...listColumns }),
        )
        .execute();
    },

    /** Deletes one record for good. */
    async delete(fileID: string): Promise<void> {
      await db
        .deleteFrom('recent_file')
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .execute();
    },

    async clear(): Promise<void> {
      await db.deleteFrom('recent_file').where('accountID', '=', accountID).execute();
      await db.deleteFrom('recent_removal').where('accountID', '=', accountID).execute();
      await optimizeTextIndex(executor);
    },
  };
}

export type RecentFiles = ReturnType<typeof recentFilesOf>;
