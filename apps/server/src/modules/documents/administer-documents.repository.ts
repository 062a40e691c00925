import { type Expression, type SqlBool, sql } from 'kysely';
import { countUpToLimit } from '../../infra/database/bounded-count.util.ts';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { type DocumentKey, type DocumentRow, upsertGrant } from './documents.repository.ts';

export interface DocumentFilter {
  readonly tid: string;
  readonly owner?: string | undefined;
  readonly classification?: string | undefined;
  readonly withdrawn?: boolean | undefined;
}

/** The order of a list of documents; `-` for descending. */
export type DocumentSort = `${'' | '-'}${'createAt' | 'size'}`;

function filteredDocuments(db: DatabaseHandle, { tid, owner, classification, withdrawn }: DocumentFilter) {
  return db
    .selectFrom('documents')
    .where('tid', '=', tid)
    .where((where) => {
      const conditions: Expression<SqlBool>[] = [];
      if (owner !== undefined) conditions.push(where('owner_fid', '=', owner));
      if (classification !== undefined) conditions.push(where('classification_id', '=', classification));
      if (withdrawn !== undefined) conditions.push(where('withdrawn_at', withdrawn ? 'is not' : 'is', null));
      return where.and(conditions);
    });
}

export function selectDocumentPage(
  db: DatabaseHandle,
  filter: DocumentFilter,
  { skip, limit, sort }: { skip: number; limit: number; sort: DocumentSort },
): Promise<DocumentRow[]> {
  return filteredDocuments(db, filter)
    .selectAll()
    .orderBy(sort.endsWith('size') ? 'size' : 'created_at', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('document_id')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countDocuments(db: DatabaseHandle, filter: DocumentFilter): Promise<number> {
  const { count } = await filteredDocuments(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of documents of a tenant and of withdrawn ones, each up to a limit. */
export async function selectDocumentCounts(
  db: DatabaseHandle,
  tid: string,
): Promise<{ total: number; withdrawn: number }> {
  const { rows } = await sql<{ total: number; withdrawn: number }>`
    select ${countUpToLimit(sql`from documents where tid = ${tid} order by created_at desc`)} as total,
      ${countUpToLimit(sql`from documents where tid = ${tid} and withdrawn_at is not null`)} as withdrawn
  `.execute(db);
  return rows[0] ?? { total: 0, withdrawn: 0 };
}

export async function hasDocuments(db: DatabaseHandle, tid: string): Promise<boolean> {
  const [row] = await selectDocumentPage(db, { tid }, { skip: 0, limit: 1, sort: '-createAt' });
  return row !== undefined;
}

export function selectGrants(db: DatabaseHandle, { tid, documentID }: DocumentKey) {
  return db
    .selectFrom('document_grants')
    .select(['fid', 'until', 'granted_by', 'created_at'])
    .where('tid', '=', tid)
    .where('document_id', '=', documentID)
    .orderBy('created_at')
    .orderBy('fid')
    .execute();
}

/** Deletes the grant of a member (`fid`). @returns whether it existed. */
export async function deleteGrant(
  transaction: DatabaseTransaction,
  { tid, documentID, fid }: DocumentKey & { fid: string },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('document_grants')
    .where('tid', '=', tid)
    .where('document_id', '=', documentID)
    .where('fid', '=', fid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Changes the owner of one document, and grants the new owner permanent access.
 * @returns whether the document exists.
 */
export async function reassignDocument(
  transaction: DatabaseTransaction,
  transfer: DocumentKey & { to: string; by: string; at: Date },
): Promise<boolean> {
  const { tid, documentID, to, by, at } = transfer;
  const { numUpdatedRows } = await transaction
    .updateTable('documents')
    .set({ owner_fid: to })
    .where('tid', '=', tid)
    .where('document_id', '=', documentID)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await upsertGrant(transaction, {
    tid,
    document_id: documentID,
    fid: to,
    until: null,
    granted_by: by,
    created_at: at,
  });
  return true;
}

/**
 * Changes the owner of all documents of one person, and grants the new owner permanent access: the policy in the file
 * still names the first owner.
 * @returns the number of documents.
 */
export async function reassignDocuments(
  transaction: DatabaseTransaction,
  transfer: { tid: string; from: string; to: string; by: string; at: Date },
): Promise<number> {
  const { tid, from, to, by, at } = transfer;
  const { rows } = await sql<{ count: number }>`
    with moved as (
      update documents set owner_fid = ${to} where tid = ${tid} and owner_fid = ${from} returning document_id
    ), granted as (
      insert into document_grants (tid, document_id, fid, until, granted_by, created_at)
      select ${tid}, document_id, ${to}, null, ${by}, ${at}::timestamptz from moved
      on conflict (tid, document_id, fid) do update set until = null, granted_by = excluded.granted_by
    )
    select count(*) as count from moved
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** The number of documents registered from each of these times to the next one. `starts` are ascending; earlier ones count to the first. */
export async function countByPeriod(
  db: DatabaseHandle,
  { tid, starts }: { tid: string; starts: readonly Date[] },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ period: number; count: number }>`
    select greatest(width_bucket(created_at, ${starts}::timestamptz[]) - 1, 0) as period, count(*) as count
    from documents where tid = ${tid} group by period
  `.execute(db);
  return new Map(rows.map(({ period, count }) => [period, count]));
}
