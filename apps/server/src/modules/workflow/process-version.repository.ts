import { type ApplicationType, flowStates, isTerminal, type Process } from '@sealflow/domain/workflow';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export type VersionRow = Selectable<Database['flow_type_versions']>;
export type DraftRow = Selectable<Database['flow_type_drafts']>;

interface TypeKey {
  readonly tid: string;
  readonly type: ApplicationType;
}

/** The person or the operator who publishes or saves; both null for the service itself. */
export interface Author {
  readonly fid: string | null;
  readonly operator_id: string | null;
}

const versionsOf = (db: DatabaseHandle, { tid, type }: TypeKey) =>
  db.selectFrom('flow_type_versions').where('tid', '=', tid).where('type', '=', type);

/** The version that was published last. */
export function selectLatestVersion(db: DatabaseHandle, key: TypeKey): Promise<VersionRow | undefined> {
  return versionsOf(db, key).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
}

export function selectVersion(
  db: DatabaseHandle,
  { version, ...key }: TypeKey & { version: number },
): Promise<VersionRow | undefined> {
  return versionsOf(db, key).selectAll().where('version', '=', version).executeTakeFirst();
}

/** A page of the versions of a type, newest first, and their total number. */
export async function pageVersions(
  db: DatabaseHandle,
  { skip, limit, ...key }: TypeKey & { skip: number; limit: number },
): Promise<{ total: number; rows: VersionRow[] }> {
  const all = versionsOf(db, key);
  const { total } = await all.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const rows = await all.selectAll().orderBy('version', 'desc').offset(skip).limit(limit).execute();
  return { total, rows };
}

export async function insertVersion(
  db: DatabaseHandle,
  row: TypeKey & Author & { version: number; name: string; process: Process; published_at?: Date },
): Promise<void> {
  await db
    .insertInto('flow_type_versions')
    .values({ ...row, process: JSON.stringify(row.process) })
    .execute();
}

export function selectProcessDraft(
  db: DatabaseHandle,
  { tid, type }: TypeKey,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('flow_type_drafts')
    .selectAll()
    .where('tid', '=', tid)
    .where('type', '=', type)
    .executeTakeFirst();
}

export function selectProcessDrafts(db: DatabaseHandle, tid: string): Promise<DraftRow[]> {
  return db.selectFrom('flow_type_drafts').selectAll().where('tid', '=', tid).execute();
}

/** Saves the draft. The version that it is based on stays that of its first save. */
export async function upsertProcessDraft(
  db: DatabaseHandle,
  draft: Omit<DraftRow, 'process'> & { process: Process },
): Promise<void> {
  const { name, saved_at, fid, operator_id } = draft;
  const process = JSON.stringify(draft.process);
  await db
    .insertInto('flow_type_drafts')
    .values({ ...draft, process })
    .onConflict((conflict) =>
      conflict.columns(['tid', 'type']).doUpdateSet({ name, process, saved_at, fid, operator_id }),
    )
    .execute();
}

/** @returns whether there was one. */
export async function deleteProcessDraft(db: DatabaseHandle, { tid, type }: TypeKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('flow_type_drafts')
    .where('tid', '=', tid)
    .where('type', '=', type)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The number and the publication of the latest version of each type. */
export async function selectLatestVersions(
  db: DatabaseHandle,
  tid: string,
): Promise<Map<ApplicationType, Pick<VersionRow, 'version' | 'published_at'>>> {
  const rows = await db
    .selectFrom('flow_type_versions')
    .select(['type', 'version', 'published_at'])
    .distinctOn('type')
    .where('tid', '=', tid)
    .orderBy('type')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map(({ type, ...version }) => [type, version]));
}

const runningStates = flowStates.filter((state) => state !== 'new' && !isTerminal(state));

/** The number of applications in progress of each type that has any. */
export async function countRunningFlows(
  db: DatabaseHandle,
  tid: string,
): Promise<ReadonlyMap<ApplicationType, number>> {
  const rows = await db
    .selectFrom('flows')
    .select(['type', sql<number>`count(*)::int`.as('running')])
    .where('tid', '=', tid)
    .where('state', 'in', runningStates)
    .groupBy('type')
    .execute();
  return new Map(rows.map(({ type, running }) => [type, running]));
}
