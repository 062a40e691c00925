import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type FlowVersionRow = Selectable<Database['flow_versions']>;

/** The contents that an application had before, oldest first. */
export function selectVersions(db: DatabaseHandle, flowID: string): Promise<FlowVersionRow[]> {
  return db
    .selectFrom('flow_versions')
    .select(['flow_id', 'version', 'tid', 'title', 'description', 'details', 'files', 'content_sha256'])
    .where('flow_id', '=', flowID)
    .orderBy('version')
    .execute();
}

/** Stores a content as the version after the last one. The flow's row must be locked. */
export async function insertVersion(
  transaction: DatabaseTransaction,
  { flow_id, tid, title, description, details, files, content_sha256 }: Omit<FlowVersionRow, 'version'>,
): Promise<void> {
  await sql`
    insert into flow_versions (flow_id, version, tid, title, description, details, files, content_sha256)
    select ${flow_id}, coalesce(max(version), 0) + 1, ${tid}, ${title}, ${description}, ${JSON.stringify(details)}::jsonb,
      ${JSON.stringify(files)}::jsonb, ${content_sha256}
    from flow_versions where flow_id = ${flow_id}
  `.execute(transaction);
}

/** The URIs of the files of all contents that these applications had before. Applications without any have no entry. */
export async function selectEarlierUris(
  db: DatabaseHandle,
  flowIDs: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ flow_id: string; uri: string }>`
    select flow_id, file ->> 'uri' as uri
    from json_array_elements_text(${JSON.stringify(flowIDs)}::json) as requested (id)
    cross join lateral (
      select flow_id, files from flow_versions where flow_id = requested.id order by version offset 0
    ) as versions
    cross join lateral jsonb_array_elements(files) as file
  `.execute(db);
  const rowsByFlow = Map.groupBy(rows, (row) => row.flow_id);
  return new Map([...rowsByFlow].map(([flowID, files]) => [flowID, files.map(({ uri }) => uri)]));
}

/** When an application was first submitted; undefined for a draft. */
export async function selectSubmissionTime(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('flow_acts')
    .select('done_at')
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .where('action', '=', 'submit')
    .orderBy('done_at')
    .limit(1)
    .executeTakeFirst();
  return row?.done_at;
}

/** The digests of the contents of an application on which decisions of a person or for the person were made, with the last time. */
export async function selectDecidedContents(
  db: DatabaseHandle,
  { tid, flowID, fid, action }: { tid: string; flowID: string; fid: string; action?: string },
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ content_sha256: string; decided_at: Date }>`
    select content_sha256, max(decided_at) as decided_at from flow_decisions
    where flow_id = ${flowID} and tid = ${tid} and (fid = ${fid} or for_fid = ${fid})
      and (${action ?? null}::text is null or action = ${action ?? null})
    group by content_sha256
  `.execute(db);
  return new Map(rows.map((row) => [row.content_sha256, row.decided_at]));
}

/** A return that opened a task: the reason, and whether the applicant has submitted the application again since. */
export interface ReturnOfTask {
  readonly task_id: string;
  readonly step: string;
  readonly reason: string;
  readonly revised: boolean;
}

/** The returns that opened these tasks. Tasks that a return did not open are missing. */
export async function selectReturns(
  db: DatabaseHandle,
  { tid, taskIDs }: { tid: string; taskIDs: readonly string[] },
): Promise<Map<string, ReturnOfTask>> {
  if (taskIDs.length === 0) return new Map();
  const { rows } = await sql<ReturnOfTask>`
    select opened.task_id, opened.step, coalesce(returning_task.note, '') as reason, exists (
      select from flow_tasks revision where revision.flow_id = opened.flow_id and revision.step = 'initiate'
        and revision.stage = returning_task.stage
    ) as revised
    from flow_tasks opened join flow_tasks returning_task on returning_task.flow_id = opened.flow_id
      and returning_task.step = 'approve' and returning_task.outcome = 'handled'
      and returning_task.stage = opened.stage - case when opened.step = 'initiate' then 0 else 1 end
    where opened.tid = ${tid} and opened.task_id = any(${taskIDs}::text[]) and opened.replaces is null
      and opened.step in ('initiate', 'approve')
  `.execute(db);
  return new Map(rows.map((row) => [row.task_id, row]));
}
