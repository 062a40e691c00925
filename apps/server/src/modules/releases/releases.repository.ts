import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type FileRow = Selectable<Database['release_files']>;
export type ReleaseRow = Selectable<Database['releases']>;
/** A release with the columns of its file, which are null where it has none. */
export type PublishedRow = ReleaseRow & {
  file_name: string | null;
  size: number | null;
  sha256: string | null;
};
export type ReleaseKind = ReleaseRow['kind'];
export type Platform = ReleaseRow['platform'];

export async function insertFile(
  db: DatabaseHandle,
  file: Insertable<Database['release_files']>,
): Promise<FileRow> {
  return db.insertInto('release_files').values(file).returningAll().executeTakeFirstOrThrow();
}

/** Locks a file, so that it is not deleted before the transaction ends. */
export function lockFile(db: DatabaseTransaction, uri: string): Promise<FileRow | undefined> {
  return db.selectFrom('release_files').selectAll().where('uri', '=', uri).forUpdate().executeTakeFirst();
}

export function selectFile(db: DatabaseHandle, uri: string): Promise<FileRow | undefined> {
  return db.selectFrom('release_files').selectAll().where('uri', '=', uri).executeTakeFirst();
}

/** A file of a release that is not withdrawn. */
export function selectPublicFile(db: DatabaseHandle, uri: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('release_files')
    .selectAll()
    .where('uri', '=', uri)
    .where((where) =>
      where.exists(
        where
          .selectFrom('releases')
          .select('id')
          .whereRef('releases.file_uri', '=', 'release_files.uri')
          .where('withdrawn_at', 'is', null),
      ),
    )
    .executeTakeFirst();
}

/** Serializes publications for a kind and a platform until the transaction ends. */
export async function lockPublishing(
  db: DatabaseTransaction,
  { kind, platform }: { kind: ReleaseKind; platform: Platform },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${kind} ${platform}`}, 0))`.execute(db);
}

function selectPublished(db: DatabaseHandle) {
  return db
    .selectFrom('releases')
    .leftJoin('release_files', 'release_files.uri', 'releases.file_uri')
    .selectAll('releases')
    .select(['release_files.name as file_name', 'release_files.size', 'release_files.sha256']);
}

export function selectLatest(
  db: DatabaseHandle,
  { kind, platforms }: { kind: ReleaseKind; platforms: readonly Platform[] },
): Promise<PublishedRow | undefined> {
  return selectPublished(db)
    .where('kind', '=', kind)
    .where('platform', 'in', platforms)
    .where('withdrawn_at', 'is', null)
    .orderBy('version_key', 'desc')
    .orderBy('releases.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertRelease(db: DatabaseHandle, row: ReleaseRow): Promise<void> {
  await db.insertInto('releases').values(row).execute();
}

export function selectRelease(db: DatabaseHandle, id: string): Promise<PublishedRow | undefined> {
  return selectPublished(db).where('releases.id', '=', id).executeTakeFirst();
}

export async function selectReleasesPage(
  db: DatabaseHandle,
  { platform, skip, limit }: { platform?: Platform | undefined; skip: number; limit: number },
): Promise<{ total: number; rows: PublishedRow[] }> {
  const platforms = platform === undefined ? [] : [platform];
  const count = db.selectFrom('releases').select((query) => query.fn.countAll<number>().as('total'));
  const rows = selectPublished(db).orderBy('releases.created_at', 'desc').orderBy('releases.id').offset(skip);
  const { total } = await (platforms.length === 0
    ? count
    : count.where('platform', 'in', platforms)
  ).executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const page = (platforms.length === 0 ? rows : rows.where('platform', 'in', platforms)).limit(limit);
  return { total, rows: await page.execute() };
}

/** @returns false where the release does not exist or was withdrawn before. */
export async function markReleaseWithdrawn(db: DatabaseHandle, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('releases')
    .set({ withdrawn_at: at, updated_at: at })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Deletes the rows of files that were stored more than a day ago and never published.
 * @returns the keys of their objects.
 */
export async function deleteUnpublishedFileRows(db: DatabaseTransaction): Promise<string[]> {
  const rows = await db
    .deleteFrom('release_files')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('releases').select('id').whereRef('releases.file_uri', '=', 'release_files.uri'),
        ),
      ),
    )
    .returning('object_key')
    .execute();
  return rows.map((row) => row.object_key);
}
