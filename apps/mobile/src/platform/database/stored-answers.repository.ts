import { sql as rawSql } from 'kysely';
import type { SqlExecutor } from '../ports/sql.port.ts';
import type { LocalTables } from './local.table.ts';
import { createQueryBuilder } from './sql-dialect.util.ts';

export type StoredAnswer<T> = { readonly body: T; readonly storedAt: number };

/** Limit per account and tenant; the oldest are deleted. */
const maxAnswers = 300;

/** The last successful answers of an account in a tenant, by name: readable without a network. */
export function storedAnswersOf(
  sql: SqlExecutor,
  { accountID, tid }: { readonly accountID: string; readonly tid: string },
) {
  const db = createQueryBuilder<LocalTables>(sql);
  const remove = () =>
    db.deleteFrom('stored_answer').where('accountID', '=', accountID).where('tid', '=', tid);
  return {
    async get<T>(name: string): Promise<StoredAnswer<T> | null> {
      const row = await db
        .selectFrom('stored_answer')
        .select(['body', 'storedAt'])
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('name', '=', name)
        .executeTakeFirst();
      return row === undefined ? null : { body: JSON.parse(row.body) as T, storedAt: row.storedAt };
    },

    /** The answers whose name starts with the prefix, the newest first. */
    async listByPrefix<T>(prefix: string): Promise<readonly T[]> {
      const rows = await db
        .selectFrom('stored_answer')
        .select('body')
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('name', '>=', prefix)
        .where('name', '<', `${prefix}\u{10ffff}`)
        .orderBy('storedAt', 'desc')
        .execute();
      return rows.map(({ body }) => JSON.parse(body) as T);
    },

    async upsert(name: string, value: unknown, storedAt: number): Promise<void> {
      const body = JSON.stringify(value);
      await db
        .insertInto('stored_answer')
        .values({ accountID, tid, name, body, storedAt })
        .onConflict((conflict) =>
          conflict.columns(['accountID', 'tid', 'name']).doUpdateSet({ body, storedAt }),
        )
        .execute();
      await remove()
        .where('storedAt', '<=', (row) =>
          row
            .selectFrom('stored_answer')
            .select('storedAt')
            .where('accountID', '=', accountID)
            .where('tid', '=', tid)
            .orderBy('storedAt', 'desc')
            .limit(1)
            .offset(maxAnswers),
        )
        .execute();
    },

    /**
     * The answers of the given kinds (`name` or `name:…`) whose JSON contains a text somewhere; the newest first. Ignores the
     * case of ASCII letters only.
     */
    async findContaining(
      kinds: readonly string[],
      text: string,
    ): Promise<{ readonly name: string; readonly body: unknown }[]> {
      const escaped = JSON.stringify(text).slice(1, -1);
      const rows = await db
        .selectFrom('stored_answer')
        .select(['name', 'body'])
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where((row) =>
          row.or(
            kinds.map(
              (kind) =>
                rawSql<boolean>`(name = ${kind} OR substr(name, 1, ${kind.length + 1}) = ${`${kind}:`})`,
            ),
          ),
        )
        .where(rawSql<boolean>`instr(lower(body), lower(${escaped})) > 0`)
        .orderBy('storedAt', 'desc')
        .execute();
      return rows.map(({ name, body }) => ({ name, body: JSON.parse(body) as unknown }));
    },

    async remove(name: string): Promise<void> {
      await remove().where('name', '=', name).execute();
    },
  };
}

/** Deletes all stored answers of an account. */
export async function deleteStoredAnswers(sql: SqlExecutor, accountID: string): Promise<void> {
  await createQueryBuilder<LocalTables>(sql)
    .deleteFrom('stored_answer')
    .where('accountID', '=', accountID)
    .execute();
}
