import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

const atOnce = 20;

/** Files that nothing holds and that were stored before a time. */
export async function lockUnheld(
  db: DatabaseTransaction,
  before: Date,
): Promise<{ uri: string; key: string }[]> {
  return db
    .selectFrom('files')
    .select(['uri', 'object_key as key'])
    .where('created_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('file_access').select('holder').whereRef('file_access.uri', '=', 'files.uri'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function deleteFiles(db: DatabaseHandle, uris: readonly string[]): Promise<void> {
  await db.deleteFrom('files').where('uri', 'in', uris).execute();
}
