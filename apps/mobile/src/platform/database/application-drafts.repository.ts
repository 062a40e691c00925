import type { SqlExecutor } from '../ports/sql.port.ts';
import type { LocalTables } from './local.table.ts';
import { createQueryBuilder } from './sql-dialect.util.ts';

export type StoredDraft = { readonly draftID: string; readonly tid: string; readonly body: string };

/** The application drafts of an account, by tenant. */
export function applicationDraftsOf(sql: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(sql);
  const selectOwn = () => db.selectFrom('application_draft').where('accountID', '=', accountID);
  const setRemoved = async (draftID: string, removed: 0 | 1) => {
    await db
      .updateTable('application_draft')
      .set({ removed })
      .where('accountID', '=', accountID)
      .where('draftID', '=', draftID)
      .execute();
  };
  return {
    /** The latest first. */
    list: (tid: string): Promise<StoredDraft[]> =>
      selectOwn()
        .select(['draftID', 'tid', 'body'])
        .where('tid', '=', tid)
        .where('removed', '=', 0)
        .orderBy('updateAt', 'desc')
        .execute(),

    async find(draftID: string): Promise<StoredDraft | null> {
      const row = await selectOwn()
        .select(['draftID', 'tid', 'body'])
        .where('draftID', '=', draftID)
        .where('removed', '=', 0)
        .executeTakeFirst();
      return row ?? null;
    },

    async upsert({ draftID, tid, body }: StoredDraft, updateAt: number): Promise<void> {
      const changed = { body, updateAt };
      await db
        .insertInto('application_draft')
        .values({ accountID, tid, draftID, ...changed })
        .onConflict((conflict) => conflict.columns(['accountID', 'draftID']).doUpdateSet(changed))
        .execute();
    },

    softDelete: (draftID: string) => setRemoved(draftID, 1),
    restore: (draftID: string) => setRemoved(draftID, 0),

    /** Drafts that were deleted and not restored. */
    removed: (tid: string): Promise<StoredDraft[]> =>
      selectOwn()
        .select(['draftID', 'tid', 'body'])
        .where('tid', '=', tid)
        .where('removed', '=', 1)
        .execute(),

    async delete(draftID: string): Promise<void> {
      await db
        .deleteFrom('application_draft')
        .where('accountID', '=', accountID)
        .where('draftID', '=', draftID)
        .execute();
    },

    async clear(): Promise<void> {
      await db.deleteFrom('application_draft').where('accountID', '=', accountID).execute();
    },
  };
}
