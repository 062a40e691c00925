import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { ImportState, RowOutcome } from '../../infra/database/tables/imports.table.ts';

export type ImportRow = Selectable<Database['member_imports']>;
export type StoredRow = Selectable<Database['member_import_rows']>;

export interface ImportKey {
  readonly tid: string;
  readonly importID: string;
}

/** @returns false where the tenant already has an import with this id. */
export async function insertImport(
  transaction: DatabaseTransaction,
  row: Insertable<Database['member_imports']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('member_imports')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function selectImport(
  db: DatabaseHandle,
  { tid, importID }: ImportKey,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('member_imports')
    .selectAll()
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .executeTakeFirst();
}

/** Locks an import: serializes its batches and its changes of state. */
export function lockImport(
  transaction: DatabaseTransaction,
  { tid, importID }: ImportKey,
): Promise<ImportRow | undefined> {
  return transaction
    .selectFrom('member_imports')
    .selectAll()
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateImport(
  transaction: DatabaseTransaction,
  { tid, importID }: ImportKey,
  changes: Updateable<Database['member_imports']>,
): Promise<void> {
  await transaction
    .updateTable('member_imports')
    .set(changes)
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .execute();
}

export interface ImportFilter {
  readonly tid: string;
  readonly state?: ImportState | undefined;
}

export async function selectImportPage(
  db: DatabaseHandle,
  { tid, state }: ImportFilter,
  { skip, limit, isNewestFirst }: { skip: number; limit: number; isNewestFirst: boolean },
): Promise<{ total: number; rows: ImportRow[] }> {
  const query = db
    .selectFrom('member_imports')
    .where('tid', '=', tid)
    .where((where) => (state === undefined ? where.lit(true) : where('state', '=', state)));
  const { total } = await query
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const direction = isNewestFirst ? 'desc' : 'asc';
  const rows = await query
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('import_id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { total, rows };
}

/** How many imports of a tenant have not ended. */
export async function countOpenImports(db: DatabaseHandle, tid: string): Promise<number> {
  const { count } = await db
    .selectFrom('member_imports')
    .where('tid', '=', tid)
    .where('state', 'in', ['draft', 'checking', 'checked', 'running'])
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts rows or replaces those with the same numbers. @returns the number of all rows of the import. */
export async function upsertRows(
  transaction: DatabaseTransaction,
  { tid, importID }: ImportKey,
  rows: readonly { row_number: number; content: object; keys: readonly string[] }[],
): Promise<number> {
  await sql`
    insert into member_import_rows (tid, import_id, row_number, content, keys)
    select ${tid}, ${importID}, row_number, content, array(select jsonb_array_elements_text(keys))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (row_number int, content jsonb, keys jsonb)
    on conflict (tid, import_id, row_number) do update set content = excluded.content, keys = excluded.keys,
      first_row = null, outcome = 'pending', fid = null, errors = '[]'
  `.execute(transaction);
  const { count } = await transaction
    .selectFrom('member_import_rows')
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sets the first row with a common key at each row that is about the same person as an earlier one. Only such rows are
 * joined with the table: the planner has no statistics of new rows, and would compare every row with every other.
 */
export async function markRepeatedRows(
  transaction: DatabaseTransaction,
  { tid, importID }: ImportKey,
): Promise<void> {
  await transaction
    .updateTable('member_import_rows')
    .set({ first_row: null })
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .where('first_row', 'is not', null)
    .execute();
  const { rows: repeated } = await sql<{ row: number; first: number }>`
    select row_number as row, min(first_row) as first from (
      select row_number, min(row_number) over (partition by key collate "C") as first_row
      from member_import_rows cross join unnest(keys) as key
      where tid = ${tid} and import_id = ${importID}
    ) as by_key where first_row < row_number group by row_number
  `.execute(transaction);
  for (let from = 0; from < repeated.length; from += maxJoinedRows) {
    const part = repeated.slice(from, from + maxJoinedRows);
    await sql`
      update member_import_rows r set first_row = repeated.first
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as repeated (row int, first int)
      where r.tid = ${tid} and r.import_id = ${importID} and r.row_number = any(${part.map(({ row }) => row)}::int[])
        and r.row_number = repeated.row
    `.execute(transaction);
  }
}

/** Rows of one statement that joins them by number. */
const maxJoinedRows = 500;

export function selectRowsAfter(
  db: DatabaseHandle,
  { tid, importID }: ImportKey,
  { position, limit }: { position: number; limit: number },
): Promise<StoredRow[]> {
  return db
    .selectFrom('member_import_rows')
    .selectAll()
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .where('row_number', '>', position)
    .orderBy('row_number')
    .limit(limit)
    .execute();
}

export interface RowResult {
  readonly row_number: number;
  readonly outcome: RowOutcome;
  readonly fid: string | null;
  readonly errors: readonly object[];
}

export async function updateRowResults(
  transaction: DatabaseTransaction,
  { tid, importID }: ImportKey,
  results: readonly RowResult[],
): Promise<void> {
  await sql`
    update member_import_rows r set outcome = result.outcome, fid = result.fid, errors = result.errors
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as result (row_number int, outcome text, fid text, errors jsonb)
    where r.tid = ${tid} and r.import_id = ${importID} and r.row_number = result.row_number
      -- Bounds the rows that the planner may read while the table has no statistics.
      and r.row_number = any(${results.map(({ row_number: row }) => row)}::int[])
  `.execute(transaction);
}

export async function selectResultPage(
  db: DatabaseHandle,
  { tid, importID }: ImportKey,
  { outcome, skip, limit }: { outcome?: RowOutcome | undefined; skip: number; limit: number },
): Promise<{ total: number; rows: StoredRow[] }> {
  const query = db
    .selectFrom('member_import_rows')
    .where('tid', '=', tid)
    .where('import_id', '=', importID)
    .where((where) => (outcome === undefined ? where.lit(true) : where('outcome', '=', outcome)));
  const { total } = await query
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const rows = await query.selectAll().orderBy('row_number').offset(skip).limit(limit).execute();
  return { total, rows };
}

/** Deletes imports of all tenants that were created before a time, with their rows. @returns their number. */
export async function deleteImportsBefore(db: DatabaseHandle, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('member_imports')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
