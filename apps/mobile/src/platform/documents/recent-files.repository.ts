import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { type LocalTables, type RecentFileTable, recordFlag } from '../database/local.table.ts';
import { queriesOver } from '../database/sql-dialect.adapter.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';

export type RecentFile = Selectable<RecentFileTable>;
export type NewRecentFile = Omit<Insertable<RecentFileTable>, 'flag'>;

export type DocumentList = 'recent' | 'download';
export type RecentFilter = { readonly list: DocumentList; readonly text: string };

/** Ids, or everything that matches a filter but these: selecting 100,000 records costs nothing. */
export type RecentSelection =
  | { readonly fileIDs: readonly string[] }
  | { readonly all: RecentFilter; readonly except: readonly string[] };

/** Specification section 9: recent file pages. */
export const recentPageSize = 10;

// SQLite limits the parameters of one statement.
const idsAtOnce = 500;

const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** The records of one account; nothing here sees another's. */
export function recentFilesOf(sql: SqlExecutor, accountID: string) {
  const db = queriesOver<LocalTables>(sql);
  const mine = () => db.selectFrom('recent_file').where('accountID', '=', accountID);

  const matching =
    ({ list, text }: RecentFilter) =>
    (row: ExpressionBuilder<LocalTables, 'recent_file'>) => {
      // What has not arrived cannot be opened: it stands above the list, with its progress.
      const inList =
        list === 'download'
          ? row.and([row('flag', '=', recordFlag.download), row('downloadPer', '=', 100)])
          : row('flag', '=', recordFlag.recent);
      if (text === '') return inList;
      const like = row.val(likeOf(text));
      const contains = (column: 'fileWholeName' | 'flowName') =>
        row.fn<number>('like', [like, row.ref(column), row.val('\\')]);
      return row.and([
        inList,
        row.or([row(contains('fileWholeName'), '=', 1), row(contains('flowName'), '=', 1)]),
      ]);
    };

  const mark = async (selection: RecentSelection) => {
    const removing = () =>
      db
        .updateTable('recent_file')
        .set((row) => ({ flag: row('flag', '+', recordFlag.removed) }))
        .where('accountID', '=', accountID)
        .where('flag', '<', recordFlag.removed);
    if ('all' in selection) {
      let all = removing().where(matching(selection.all));
      if (selection.except.length > 0) all = all.where('fileID', 'not in', selection.except);
      return Number((await all.executeTakeFirst()).numUpdatedRows);
    }
    let marked = 0;
    for (let start = 0; start < selection.fileIDs.length; start += idsAtOnce) {
      const some = removing().where('fileID', 'in', selection.fileIDs.slice(start, start + idsAtOnce));
      marked += Number((await some.executeTakeFirst()).numUpdatedRows);
    }
    return marked;
  };

  return {
    page: (filter: RecentFilter, skip: number, limit = recentPageSize): Promise<RecentFile[]> =>
      mine()
        .selectAll()
        .where(matching(filter))
        .orderBy('createAt', 'desc')
        .orderBy('fileID')
        .limit(limit)
        .offset(skip)
        .execute(),

    async count(filter: RecentFilter): Promise<number> {
      const row = await mine()
        .select((of) => of.fn.countAll<number>().as('total'))
        .where(matching(filter))
        .executeTakeFirst();
      return row?.total ?? 0;
    },

    async find(fileID: string): Promise<RecentFile | null> {
      const row = await mine()
        .selectAll()
        .where('fileID', '=', fileID)
        .where('flag', '<', recordFlag.removed)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Writes a record or updates the one of the same file; a removed one comes back. */
    async put(record: Omit<NewRecentFile, 'accountID'>, list: DocumentList): Promise<void> {
      const { fileID: _, ...changed } = record;
      await db
        .insertInto('recent_file')
        .values({ ...record, accountID, flag: recordFlag[list] })
        .onConflict((conflict) =>
          conflict.columns(['accountID', 'fileID']).doUpdateSet({ ...changed, flag: recordFlag[list] }),
        )
        .execute();
    },

    /** Forgets one record for good. */
    async erase(fileID: string): Promise<void> {
      await db
        .deleteFrom('recent_file')
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .execute();
    },

    /** Takes records out of the lists until `restore` or `purge`; answers how many. */
    remove: mark,

    /** Brings back what was removed since the last purge. */
    async restore(): Promise<void> {
      await db
        .updateTable('recent_file')
        .set((row) => ({ flag: row('flag', '-', recordFlag.removed) }))
        .where('accountID', '=', accountID)
        .where('flag', '>=', recordFlag.removed)
        .execute();
    },

    /** Forgets what was removed; answers the ids whose stored files may go. */
    async purge(): Promise<string[]> {
      const gone = await mine().select('fileID').where('flag', '>=', recordFlag.removed).execute();
      if (gone.length > 0) {
        await db
          .deleteFrom('recent_file')
          .where('accountID', '=', accountID)
          .where('flag', '>=', recordFlag.removed)
          .execute();
      }
      return gone.map(({ fileID }) => fileID);
    },

    async clear(): Promise<void> {
      await db.deleteFrom('recent_file').where('accountID', '=', accountID).execute();
    },
  };
}

export type RecentFiles = ReturnType<typeof recentFilesOf>;
