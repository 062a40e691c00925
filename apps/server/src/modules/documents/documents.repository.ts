import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export type DocumentRow = Selectable<Database['documents']>;

export interface DocumentKey {
  tid: string;
  documentID: string;
}

/** @returns the new row, or undefined if the tenant already has a document with this id. */
export function insertDocument(
  db: DatabaseHandle,
  row: Insertable<Database['documents']>,
): Promise<DocumentRow | undefined> {
  return db
    .insertInto('documents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function selectDocument(
  db: DatabaseHandle,
  { tid, documentID }: DocumentKey,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('tid', '=', tid)
    .where('document_id', '=', documentID)
    .executeTakeFirst();
}

/** The classification of each of these documents that is registered; null for the tenant's default. */
export async function selectClassificationIDs(
  db: DatabaseHandle,
  { tid, documentIDs }: { tid: string; documentIDs: readonly string[] },
): Promise<{ document_id: string; classification_id: string | null }[]> {
  if (documentIDs.length === 0) return [];
  return db
    .selectFrom('documents')
    .select(['document_id', 'classification_id'])
    .where('tid', '=', tid)
    .where('document_id', 'in', documentIDs)
    .execute();
}

/** The distinct owners of the registered ones among these documents. */
export async function selectOwners(
  db: DatabaseHandle,
  { tid, documentIDs }: { tid: string; documentIDs: readonly string[] },
): Promise<string[]> {
  if (documentIDs.length === 0) return [];
  const rows = await db
    .selectFrom('documents')
    .select('owner_fid')
    .distinct()
    .where('tid', '=', tid)
    .where('document_id', 'in', documentIDs)
    .orderBy('owner_fid')
    .execute();
  return rows.map(({ owner_fid: owner }) => owner);
}

/**
 * Withdraws a document. A repeated withdrawal keeps the first time.
 * @returns whether the document exists.
 */
export async function setWithdrawn(
  db: DatabaseHandle,
  { tid, documentID }: DocumentKey,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ withdrawn_at: sql<Date>`coalesce(withdrawn_at, ${at}::timestamptz)` })
    .where('tid', '=', tid)
    .where('document_id', '=', documentID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of these documents that are withdrawn, or derived from a withdrawn one. */
export async function selectWithdrawn(
  db: DatabaseHandle,
  { tid, documentIDs }: { tid: string; documentIDs: readonly string[] },
): Promise<string[]> {
  if (documentIDs.length === 0) return [];
  const rows = await db
    .selectFrom('documents as d')
    // Documents of the previous release name only the first original.
    .leftJoin('documents as o', (join) =>
      join.onRef('o.tid', '=', 'd.tid').onRef('o.document_id', '=', 'd.derived_from'),
    )
    .select('d.document_id')
    .where('d.tid', '=', tid)
    .where('d.document_id', 'in', documentIDs)
    .where((where) =>
      where.or([
        where('d.withdrawn_at', 'is not', null),
        where('o.withdrawn_at', 'is not', null),
        where.exists(
          where
            .selectFrom('documents as source')
            .select('source.document_id')
            .whereRef('source.tid', '=', 'd.tid')
            .where(sql<boolean>`source.document_id = any(d.made_from)`)
            .where('source.withdrawn_at', 'is not', null),
        ),
      ]),
    )
    .orderBy('d.document_id')
    .execute();
  return rows.map(({ document_id: documentID }) => documentID);
}

export function upsertGrant(
  db: DatabaseHandle,
  grant: Insertable<Database['document_grants']>,
): Promise<void> {
  return writeGrant(db, grant, grant.until ?? null);
}

/** As {@link upsertGrant}, but never shortens an existing grant. */
export function extendGrant(
  db: DatabaseHandle,
  grant: Insertable<Database['document_grants']>,
): Promise<void> {
  const laterEnd = sql<Date | null>`case when document_grants.until is null or excluded.until is null then null
    else greatest(document_grants.until, excluded.until) end`;
  return writeGrant(db, grant, laterEnd);
}

/** Inserts a grant. If the person already has one, it gets the given end and the new grantor. */
async function writeGrant(
  db: DatabaseHandle,
  grant: Insertable<Database['document_grants']>,
  until: Date | null | RawBuilder<Date | null>,
): Promise<void> {
  await db
    .insertInto('document_grants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.columns(['tid', 'document_id', 'fid']).doUpdateSet({ until, granted_by: grant.granted_by }),
    )
    .execute();
}

/**
 * Sets the given marks, which override the classification.
 * @returns whether the document exists.
 */
export async function updateMarks(
  db: DatabaseHandle,
  { tid, documentID }: DocumentKey,
  marks: Partial<Pick<DocumentRow, 'watermark' | 'no_download' | 'no_capture'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set(marks)
    .where('tid', '=', tid)
    .where('document_id', '=', documentID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface RightsRow {
  withdrawn: boolean;
  watermark: boolean | null;
  no_download: boolean | null;
  no_capture: boolean | null;
  clearance: number | null;
  printing_max_level: number | null;
  granted: boolean;
  until: Date | null;
}

/**
 * The facts about a document and a person, in a single query because every use licence runs it. A copy is withdrawn
 * with its original, and takes over the marks of the original that it does not set itself.
 */
export async function selectRights(
  db: DatabaseHandle,
  { tid, documentID, fid }: DocumentKey & { fid: string },
): Promise<RightsRow> {
  const { rows } = await sql<RightsRow>`
    select d.withdrawn_at is not null or o.withdrawn_at is not null or exists (
        select from documents source
        where source.tid = d.tid and source.document_id = any(d.made_from) and source.withdrawn_at is not null
      ) as withdrawn,
      coalesce(d.watermark, o.watermark) as watermark, coalesce(d.no_download, o.no_download) as no_download,
      coalesce(d.no_capture, o.no_capture) as no_capture,
      c.level as clearance, t.printing_max_level, g.fid is not null as granted, g.until
    from (select 1) one
    left join documents d on d.tid = ${tid} and d.document_id = ${documentID}::uuid
    left join documents o on o.tid = ${tid} and o.document_id = d.derived_from
    left join tenants t on t.tid = ${tid}
    left join clearances c on c.tid = ${tid} and c.fid = ${fid}
    left join document_grants g on g.tid = ${tid} and g.document_id = ${documentID}::uuid and g.fid = ${fid}
  `.execute(db);
  return rows[0] ?? noRights;
}

const noRights: RightsRow = {
  withdrawn: false,
  watermark: null,
  no_download: null,
  no_capture: null,
  clearance: null,
  printing_max_level: null,
  granted: false,
  until: null,
};
