import type { ApplicationType } from '@sealflow/domain/workflow';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type AbsenceRow = Selectable<Database['absences']>;

interface PersonKey {
  readonly tid: string;
  readonly fid: string;
}

export async function insertAbsence(
  transaction: DatabaseTransaction,
  absence: Insertable<Database['absences']>,
): Promise<void> {
  await transaction.insertInto('absences').values(absence).execute();
}

/** Serialises the absences of a person until the transaction ends, so that two of them cannot overlap. */
export async function lockAbsencesOf(
  transaction: DatabaseTransaction,
  { tid, fid }: PersonKey,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow.absence:${tid}:${fid}`}, 0))`.execute(
    transaction,
  );
}

export function lockAbsence(
  transaction: DatabaseTransaction,
  { tid, absenceID }: { tid: string; absenceID: string },
): Promise<AbsenceRow | undefined> {
  return transaction
    .selectFrom('absences')
    .selectAll()
    .where('tid', '=', tid)
    .where('absence_id', '=', absenceID)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates an absence that the transaction has locked. Every update publishes a change to the deputy. */
export async function updateAbsence(
  transaction: DatabaseTransaction,
  { tid, absence_id: absenceID }: Pick<AbsenceRow, 'tid' | 'absence_id'>,
  change: Partial<Pick<AbsenceRow, 'ended_at' | 'end_reason' | 'is_reported'>> &
    Pick<AbsenceRow, 'changed_at'>,
): Promise<void> {
  await transaction
    .updateTable('absences')
    .set(change)
    .where('tid', '=', tid)
    .where('absence_id', '=', absenceID)
    .execute();
}

/** The absences of a person that have not ended, and those whose deputy the person is; earliest first. */
export function selectOpenAbsences(
  db: DatabaseHandle,
  { tid, fid }: PersonKey,
  at: Date,
): Promise<AbsenceRow[]> {
  return db
    .selectFrom('absences')
    .selectAll()
    .where('tid', '=', tid)
    .where((absence) => absence.or([absence('fid', '=', fid), absence('deputy_fid', '=', fid)]))
    .where('ended_at', 'is', null)
    .where((absence) => absence.or([absence('until_at', 'is', null), absence('until_at', '>', at)]))
    .orderBy('from_at')
    .orderBy('absence_id')
    .execute();
}

export async function pageAbsences(
  db: DatabaseHandle,
  { tid, fid, skip, limit }: { tid: string; fid?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; rows: AbsenceRow[] }> {
  const ofTenant = db.selectFrom('absences').where('tid', '=', tid);
  const ofPerson = fid === undefined ? ofTenant : ofTenant.where('fid', '=', fid);
  const { total } = await ofPerson
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const rows = await ofPerson
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('absence_id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { total, rows };
}

/** The absences that ended with a membership of this person or of the other one, and that no job has reported yet. */
export function lockEndedWithMembership(
  transaction: DatabaseTransaction,
  { tid, fid }: PersonKey,
): Promise<AbsenceRow[]> {
  return transaction
    .selectFrom('absences')
    .selectAll()
    .where('tid', '=', tid)
    .where((absence) => absence.or([absence('fid', '=', fid), absence('deputy_fid', '=', fid)]))
    .where('end_reason', '=', 'membership')
    .where('is_reported', '=', false)
    .orderBy('absence_id')
    .forUpdate()
    .execute();
}

/** A person who may be the deputy of another for a type. */
export interface Deputyship extends PersonKey {
  readonly deputyFid: string;
  readonly type: ApplicationType;
}

/** Which of these deputyships exist at this time, in their order. */
export async function selectAreDeputies(
  db: DatabaseHandle,
  deputyships: readonly Deputyship[],
  at: Date,
): Promise<boolean[]> {
  if (deputyships.length === 0) return [];
  const requested = deputyships.map((deputyship, index) => ({ index, ...deputyship }));
  const { rows } = await sql<{ index: number }>`
    select requested.index
    from json_to_recordset(${JSON.stringify(requested)}::json)
      as requested (index integer, tid text, fid text, "deputyFid" text, type text)
    where exists (
      select from current_absences(requested.tid, ${at}) as absences
      where absences.fid = requested.fid and absences.deputy_fid = requested."deputyFid"
        and (absences.types is null or requested.type = any(absences.types))
    )
  `.execute(db);
  const existing = new Set(rows.map(({ index }) => index));
  return deputyships.map((_, index) => existing.has(index));
}

/** Who is now absent for a type among these people, with the deputy. */
export async function selectDeputies(
  db: DatabaseHandle,
  { tid, fids, at }: { tid: string; fids: readonly string[]; at: Date },
): Promise<Pick<AbsenceRow, 'fid' | 'deputy_fid' | 'types'>[]> {
  if (fids.length === 0) return [];
  const { rows } = await sql<Pick<AbsenceRow, 'fid' | 'deputy_fid' | 'types'>>`
    select fid, deputy_fid, types from current_absences(${tid}, ${at}) where fid = any(${[...fids]}::text[])
  `.execute(db);
  return rows;
}

/** The people for whom a person now deputises, with the types. */
export async function selectDeputised(
  db: DatabaseHandle,
  { tid, fid, at }: PersonKey & { at: Date },
): Promise<Pick<AbsenceRow, 'fid' | 'types'>[]> {
  const { rows } = await sql<Pick<AbsenceRow, 'fid' | 'types'>>`
    select fid, types from current_absences(${tid}, ${at}) where deputy_fid = ${fid}
  `.execute(db);
  return rows;
}
