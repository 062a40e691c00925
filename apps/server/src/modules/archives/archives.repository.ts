import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type ArchiveRow = Selectable<Database['application_archives']>;

export async function insertArchive(transaction: DatabaseTransaction, row: ArchiveRow): Promise<void> {
  await transaction.insertInto('application_archives').values(row).execute();
}

export async function findLastArchive(db: DatabaseHandle, tid: string): Promise<ArchiveRow | undefined> {
  return db
    .selectFrom('application_archives')
    .selectAll()
    .where('tid', '=', tid)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findArchive(
  db: DatabaseHandle,
  { tid, archiveID }: { tid: string; archiveID: string },
): Promise<ArchiveRow | undefined> {
  return db
    .selectFrom('application_archives')
    .selectAll()
    .where('tid', '=', tid)
    .where('archive_id', '=', archiveID)
    .executeTakeFirst();
}

export async function selectArchives(
  db: DatabaseHandle,
  tid: string,
  { after = 0, skip = 0, limit }: { after?: number; skip?: number; limit: number },
): Promise<ArchiveRow[]> {
  return db
    .selectFrom('application_archives')
    .selectAll()
    .where('tid', '=', tid)
    .where('number', '>', after)
    .orderBy('number')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countArchives(db: DatabaseHandle, tid: string): Promise<number> {
  const { count } = await db
    .selectFrom('application_archives')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tid', '=', tid)
    .executeTakeFirstOrThrow();
  return count;
}

/** The digests of a tenant's archives by id, as the audit records of their creation have them. */
export async function selectRecordedDigests(db: DatabaseHandle, tid: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; sha256: string }>`
    select subject, sha256 from audit_records where tid = ${tid} and act = 'archive.created' order by id
  `.execute(db);
  return new Map(rows.map(({ subject, sha256 }) => [subject, sha256]));
}
