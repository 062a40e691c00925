import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

const batchSize = 20;

const unreferencedFiles = (db: DatabaseTransaction) =>
  db
    .selectFrom('files')
    .select(['uri', 'object_key as key'])
    .where('held', '=', sql.lit(false))
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('file_access').select('holder').whereRef('file_access.uri', '=', 'files.uri'),
        ),
      ),
    );

/**
 * Files without references that were stored before a time. They are locked, so that no new reference can be added.
 */
export async function lockUnreferencedFiles(
  db: DatabaseTransaction,
  before: Date,
): Promise<{ uri: string; key: string }[]> {
  const locked = await unreferencedFiles(db)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  if (locked.length === 0) return [];
  // A file may have been referenced between the first query and its lock, which only a second query sees.
  const uris = locked.map(({ uri }) => uri);
  return unreferencedFiles(db).where('uri', 'in', uris).execute();
}

export async function deleteFiles(db: DatabaseHandle, uris: readonly string[]): Promise<void> {
  await db.deleteFrom('files').where('uri', 'in', uris).execute();
}
