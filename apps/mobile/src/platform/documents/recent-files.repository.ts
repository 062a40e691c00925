import { limits } from '@sealflow/domain/limits';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type LocalTables, type RecentFileTable, recordFlag } from '../database/local.table.ts';
import { queriesOver } from '../database/sql-dialect.adapter.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';
import {
  type DocumentList,
  notTaken,
  type RecentFilter,
  standsIn,
  trigramsOf,
} from './recent-filter.rules.ts';
import { placesOf, type Start, type Versioned, versionWhere } from './recent-places.repository.ts';
import { latestRemoval } from './recent-removals.repository.ts';
import { dropDeletedWords } from './recent-words.repository.ts';

export type { DocumentList, RecentFilter } from './recent-filter.rules.ts';
export type RecentFile = Omit<Selectable<RecentFileTable>, 'removal'>;
export type NewRecentFile = Omit<Insertable<RecentFileTable>, 'flag' | 'removal'>;

/** Specification section 9: recent file pages. */
export const recentPageSize: number = limits.recentFilesPage;

/** With more candidates, scanning the list is faster. */
const mostCandidates = 500;

function recordOf(row: Selectable<RecentFileTable> & Partial<Versioned>): RecentFile {
  const { removal: _removal, version: _version, ...record } = row;
  return record;
}

/** The records of one account; no method accesses another's. */
export function recentFilesOf(executor: SqlExecutor, accountID: string) {
  const db = queriesOver<LocalTables>(executor);

  /** Row ids of records that contain the text's trigrams; null if there are too many or the text is too short. */
  const candidates = async (text: string): Promise<readonly number[] | null> => {
    const wanted = trigramsOf(text);
    if (wanted === null) return null;
    const { rows } = await sql<{ rowid: number }>`
      SELECT rowid FROM recent_file_text WHERE recent_file_text MATCH ${wanted} LIMIT ${mostCandidates + 1}
    `.execute(db);
    return rows.length > mostCandidates ? null : rows.map(({ rowid }) => rowid);
  };

  const matching = async (filter: RecentFilter): Promise<RawBuilder<boolean>> => {
    const few = await candidates(filter.text);
    const stands = standsIn(accountID, filter);
    if (few === null) return sql<boolean>`accountID = ${accountID} AND ${stands}`;
    // The unary plus keeps the list indices out of the plan: with them SQLite would scan the whole list.
    return sql<boolean>`rowid IN (${sql.join([...few, -1])}) AND +accountID = ${accountID} AND ${stands}`;
  };

  return {
    async page(filter: RecentFilter, skip: number, limit = recentPageSize): Promise<RecentFile[]> {
      const where = await matching(filter);
      const places = placesOf(executor, { accountID, ...filter });
      const read = async ({ after, rest }: Start) => {
        // The index covers the inner query: only the records of the page are read.
        const { rows } = await sql<Selectable<RecentFileTable> & Versioned>`
          SELECT *, ${versionWhere(skip)} AS version FROM recent_file WHERE rowid IN (
            SELECT rowid FROM recent_file WHERE ${where} AND ${after}
            ORDER BY createAt DESC, fileID LIMIT ${limit} OFFSET ${rest}
          ) ORDER BY createAt DESC, fileID
        `.execute(db);
        return rows;
      };
      const near = places.nearest(skip);
      const nearRows = await read(near);
      const rows = places.holdsFor(near, nearRows[0]) ? nearRows : await read(places.beginning(skip));
      places.note(skip, rows[0]);
      return rows.map(recordOf);
    },

    /** The ids of a range of a list. */
    async ids(filter: RecentFilter, skip: number, limit: number): Promise<string[]> {
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

    async find(fileID: string): Promise<RecentFile | null> {
      const row = await db
        .selectFrom('recent_file')
        .selectAll()
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .where(notTaken(accountID))
        .executeTakeFirst();
      return row === undefined ? null : recordOf(row);
    },

    /** Inserts a record or updates that of the same file; a removed one reappears. */
    async put(record: Omit<NewRecentFile, 'accountID'>, list: DocumentList): Promise<void> {
      const { fileID: _, ...changed } = record;
      const place = { flag: recordFlag[list], removal: latestRemoval };
      await db
        .insertInto('recent_file')
        .values({ ...record, accountID, ...place })
        .onConflict((conflict) =>
          conflict.columns(['accountID', 'fileID']).doUpdateSet({ ...changed, ...place }),
        )
        .execute();
    },

    /** Deletes one record for good. */
    async erase(fileID: string): Promise<void> {
      await db
        .deleteFrom('recent_file')
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .execute();
    },

    async clear(): Promise<void> {
      await db.deleteFrom('recent_file').where('accountID', '=', accountID).execute();
      await db.deleteFrom('recent_removal').where('accountID', '=', accountID).execute();
      await dropDeletedWords(executor);
    },
  };
}

export type RecentFiles = ReturnType<typeof recentFilesOf>;
