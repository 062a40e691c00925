import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type FileRow = Selectable<Database['files']>;

/** @returns undefined if the URI exists: a concurrent upload with the same key was faster. */
export function insertFile(
  db: DatabaseHandle,
  file: Insertable<Database['files']>,
): Promise<FileRow | undefined> {
  return db
    .insertInto('files')
    .values(file)
    .onConflict((conflict) => conflict.column('uri').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export interface PersonFileKey {
  uri: string;
  tid: string;
  fid: string;
}

export function selectOwnedFile(
  db: DatabaseHandle,
  { fid, ...key }: PersonFileKey,
): Promise<FileRow | undefined> {
  return selectFile(db, key).where('owner_fid', '=', fid).executeTakeFirst();
}

/**
 * A file that this person may read: their own, one that is referenced by something they participate in, or the rendition of such
 * a file. The deputy of an absent assignee reads the files of the deputised tasks, as the assignee does.
 */
export function selectReadableFile(
  db: DatabaseHandle,
  { fid, ...key }: PersonFileKey,
): Promise<FileRow | undefined> {
  return selectFile(db, key)
    .where((where) =>
      where.or([
        where('owner_fid', '=', fid),
        where.exists(
          where
            .selectFrom('file_access')
            .select('holder')
            .whereRef('file_access.uri', '=', 'files.uri')
            .where(isReader(key.tid, fid)),
        ),
        where.exists(
          where
            .selectFrom('renditions')
            .innerJoin('file_access', 'file_access.uri', 'renditions.uri')
            .select('holder')
            .whereRef('renditions.rendition_uri', '=', 'files.uri')
            .where('renditions.tid', '=', key.tid)
            .where(isReader(key.tid, fid)),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** Whether an access is the person's own, or that of an absent assignee whose open task the person has as deputy. */
function isReader(tid: string, fid: string) {
  return sql<boolean>`(file_access.fid = ${fid} or exists (
    select from deputised_tasks(${tid}, ${fid}, now()) as deputised
    where deputised.flow_id = file_access.holder and deputised.absent_fid = file_access.fid))`;
}

function selectFile(db: DatabaseHandle, { uri, tid }: { uri: string; tid: string }) {
  return db.selectFrom('files').selectAll().where('uri', '=', uri).where('tid', '=', tid);
}

export async function selectDocumentIDs(
  db: DatabaseHandle,
  { tid, uris }: { tid: string; uris: readonly string[] },
): Promise<string[]> {
  if (uris.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .select('document_id')
    .where('tid', '=', tid)
    .where('uri', 'in', uris)
    .where('document_id', 'is not', null)
    .execute();
  return rows.flatMap(({ document_id: id }) => (id === null ? [] : [id]));
}

/** Those of these files that the person owns, locked against deletion until the transaction ends. */
export function lockOwnedFiles(
  db: DatabaseTransaction,
  { uris, tid, fid }: { uris: readonly string[]; tid: string; fid: string },
): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('uri', 'in', uris)
    .where('tid', '=', tid)
    .where('owner_fid', '=', fid)
    .orderBy('uri')
    .forUpdate()
    .execute();
}

export async function insertAccess(
  db: DatabaseHandle,
  rows: readonly Insertable<Database['file_access']>[],
): Promise<void> {
  await sql`
    insert into file_access (uri, fid, holder)
    select uri, fid, holder from json_to_recordset(${JSON.stringify(rows)}::json) as granted (uri text, fid text, holder text)
    on conflict do nothing
  `.execute(db);
}

export async function isReferenced(db: DatabaseHandle, uri: string): Promise<boolean> {
  const row = await db
    .selectFrom('file_access')
    .select('holder')
    .where('uri', '=', uri)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * When the person, as deputy of absent assignees, loses access to a referenced file of this owner that is a copy of the document.
 * @returns undefined if the person is no such deputy; null for a period without an end.
 */
export async function selectLentToDeputyUntil(
  db: DatabaseHandle,
  { tid, documentID, owner, fid }: { tid: string; documentID: string; owner: string; fid: string },
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ until_at: Date | null }>`
    select deputised.until_at from deputised_tasks(${tid}, ${fid}, now()) as deputised
    join file_access on file_access.holder = deputised.flow_id and file_access.fid = deputised.absent_fid
    join files on files.uri = file_access.uri
    where files.tid = ${tid} and files.document_id = ${documentID} and files.owner_fid = ${owner}
    order by deputised.until_at desc nulls first limit 1
  `.execute(db);
  return rows[0]?.until_at;
}

/** Whether a referenced file of this owner is a copy of the document, and this person may read that file. */
export async function isLent(
  db: DatabaseHandle,
  { tid, documentID, owner, fid }: { tid: string; documentID: string; owner: string; fid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .innerJoin('file_access', 'file_access.uri', 'files.uri')
    .select('files.uri')
    .where('files.tid', '=', tid)
    .where('files.document_id', '=', documentID)
    .where('files.owner_fid', '=', owner)
    .where('file_access.fid', '=', fid)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteFile(db: DatabaseHandle, uri: string): Promise<void> {
  await db.deleteFrom('files').where('uri', '=', uri).execute();
}

export async function deleteFileAccess(transaction: DatabaseTransaction, holder: string): Promise<void> {
  await transaction.deleteFrom('file_access').where('holder', '=', holder).execute();
}

/** The bytes stored by a person and by the whole tenant. */
export async function selectUsage(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<{ person: number; tenant: number }> {
  const rows = await db
    .selectFrom('upload_usage')
    .select(['fid', 'bytes'])
    .where('tid', '=', tid)
    .where('fid', 'in', ['', fid])
    .execute();
  const bytesOf = (fid: string) => rows.find((row) => row.fid === fid)?.bytes ?? 0;
  return { person: bytesOf(fid), tenant: bytesOf('') };
}

/** Inserts a file with the owner and the document id of another one, which is locked against deletion. */
export async function insertCopy(
  transaction: DatabaseTransaction,
  original: { tid: string; uri: string },
  file: Omit<Insertable<Database['files']>, 'tid' | 'owner_fid' | 'document_id' | 'encrypted'>,
): Promise<boolean> {
  const row = await selectFile(transaction, original).forKeyShare().executeTakeFirst();
  if (!row) return false;
  const { tid, owner_fid, document_id, encrypted } = row;
  await transaction
    .insertInto('files')
    .values({ ...file, tid, owner_fid, document_id, encrypted })
    .execute();
  return true;
}
