import type { SqlExecutor } from '../ports/sql.port.ts';
import type { LocalTables } from './local.table.ts';
import { createQueryBuilder } from './sql-dialect.util.ts';

/** Unsent texts of an account, by name. */
export function draftsOf(sql: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(sql);
  const deleteByName = (name: string) =>
    db.deleteFrom('draft').where('accountID', '=', accountID).where('name', '=', name);
  return {
    async get(name: string): Promise<string | null> {
      const row = await db
        .selectFrom('draft')
        .select('body')
        .where('accountID', '=', accountID)
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.body ?? null;
    },

    async upsert(name: string, body: string, updateAt: number): Promise<void> {
      await db
        .insertInto('draft')
        .values({ accountID, name, body, updateAt })
        .onConflict((conflict) => conflict.columns(['accountID', 'name']).doUpdateSet({ body, updateAt }))
        .execute();
    },

    async remove(name: string): Promise<void> {
      await deleteByName(name).execute();
    },

    async clear(): Promise<void> {
      await db.deleteFrom('draft').where('accountID', '=', accountID).execute();
    },
  };
}
