import type { ApplicationType, FlowState } from '@sealflow/domain/workflow';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';

export const flowSorts = ['createAt', 'updateAt', 'title', 'waitingSince'] as const;
export type FlowSort = (typeof flowSorts)[number];

export interface AdminFlowQuery {
  readonly state?: FlowState | undefined;
  readonly type?: ApplicationType | undefined;
  readonly applicant?: string | undefined;
  /** The person who has an open task of the flow to decide or to process. */
  readonly assignee?: string | undefined;
  /** Flows with a task that has been open since then. */
  readonly waitingSince?: Date | undefined;
  /** A task is past its deadline at `at`, or the mail could not be sent. */
  readonly problem?: { readonly kind: 'overdue' | 'mail_failed'; readonly at: Date } | undefined;
  readonly keyword?: string | undefined;
  readonly sort: FlowSort | `-${FlowSort}`;
  readonly skip: number;
  readonly limit: number;
}

/** A page of a tenant's applications without drafts, and the total number of matches. */
export async function pageFlows(db: DatabaseHandle, tid: string, query: AdminFlowQuery) {
  const { skip, limit } = query;
  const matching = matchingFlows(db, tid, query);
  const { total } = await matching
    .select((flow) => flow.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc';
  const field = query.sort.replace('-', '') as FlowSort;
  const page =
    field === 'waitingSince'
      ? await pageByWaiting(db, tid, { ...query, direction })
      : await matching
          .select('flows.flow_id')
          .orderBy(sql.ref(columnOfSort[field]), direction)
          .orderBy('flows.flow_id')
          .offset(skip)
          .limit(limit)
          .execute();
  const flowIDs = page.map(({ flow_id }) => flow_id);
  const rows = new Map((await selectWithTypes(db, { tid, flowIDs })).map((row) => [row.flow_id, row]));
  return { total, rows: flowIDs.flatMap((flowID) => rows.get(flowID) ?? []) };
}

/**
 * A page by the oldest open task. Flows that wait for nobody come last in both directions, the newest first, and are read only
 * for pages that reach them.
 */
async function pageByWaiting(
  db: DatabaseHandle,
  tid: string,
  { direction, skip, limit, ...query }: AdminFlowQuery & { direction: 'asc' | 'desc' },
): Promise<{ flow_id: string }[]> {
  const matching = matchingFlows(db, tid, { ...query, skip, limit });
  const waiting = matching.innerJoin(
    openTasks(db, tid)
      .select((task) => ['flow_id', task.fn.min('created_at').as('waiting_since')])
      .groupBy('flow_id')
      .as('waiting'),
    (join) => join.onRef('waiting.flow_id', '=', 'flows.flow_id'),
  );
  const first = await waiting
    .select('flows.flow_id')
    .orderBy('waiting.waiting_since', direction)
    .orderBy('flows.flow_id')
    .offset(skip)
    .limit(limit)
    .execute();
  if (first.length === limit) return first;
  const { count } = await waiting
    .select((flow) => flow.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const others = await matching
    .where('flows.flow_id', 'not in', openTasks(db, tid).select('flow_id'))
    .select('flows.flow_id')
    .orderBy('flows.created_at', 'desc')
    .orderBy('flows.flow_id')
    .offset(Math.max(0, skip - count))
    .limit(limit - first.length)
    .execute();
  return [...first, ...others];
}

/** Rows are read by id, so that a sort of all matches moves ids only. */
async function selectWithTypes(
  db: DatabaseHandle,
  { tid, flowIDs }: { tid: string; flowIDs: readonly string[] },
) {
  if (flowIDs.length === 0) return [];
  return db
    .selectFrom('flows')
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .selectAll('flows')
    .select('types.name as type_name')
    .where('flows.tid', '=', tid)
    .where('flows.flow_id', 'in', flowIDs)
    .execute();
}

const openTasks = (db: DatabaseHandle, tid: string) =>
  db
    .selectFrom('flow_tasks')
    .where('tid', '=', tid)
    .where('state', '=', 'awaiting')
    .where('step', 'in', ['approve', 'file_process']);

const columnOfSort = {
  createAt: 'flows.created_at',
  updateAt: 'flows.updated_at',
  title: 'flows.title',
} as const;

function matchingFlows(db: DatabaseHandle, tid: string, query: AdminFlowQuery) {
  const { state, type, applicant, assignee, waitingSince, problem, keyword } = query;
  let matching = db.selectFrom('flows').where('flows.tid', '=', tid).where('flows.state', '<>', 'new');
  if (state) matching = matching.where('flows.state', '=', state);
  if (type) matching = matching.where('flows.type', '=', type);
  if (applicant) matching = matching.where('flows.applicant_fid', '=', applicant);
  if (keyword) matching = matching.where('flows.title', 'ilike', likePattern(keyword));
  if (assignee !== undefined || waitingSince) {
    let tasks = openTasks(db, tid).select('flow_id');
    if (assignee !== undefined) tasks = tasks.where('assignee_fid', '=', assignee);
    if (waitingSince) tasks = tasks.where('created_at', '<=', waitingSince);
    matching = matching.where('flows.flow_id', 'in', tasks);
  }
  if (problem) matching = matching.where('flows.flow_id', 'in', flowsWith(db, tid, problem));
  return matching;
}

function flowsWith(db: DatabaseHandle, tid: string, { kind, at }: NonNullable<AdminFlowQuery['problem']>) {
  return kind === 'mail_failed'
    ? db
        .selectFrom('flow_mails')
        .innerJoin('flows as mailed', 'mailed.flow_id', 'flow_mails.flow_id')
        .select('flow_mails.flow_id')
        .where('flow_mails.tid', '=', tid)
        .where('flow_mails.state', '=', 'failed')
        .where('mailed.state', '=', 'processed')
    : db
        .selectFrom('flow_tasks')
        .select('flow_id')
        .where('tid', '=', tid)
        .where('state', '=', 'awaiting')
        .where('due_at', '<=', at);
}

/** The open tasks to decide or to process of these flows, oldest first. */
export async function selectWaitingTasks(
  db: DatabaseHandle,
  { tid, flowIDs }: { tid: string; flowIDs: readonly string[] },
) {
  if (flowIDs.length === 0) return [];
  return db
    .selectFrom('flow_tasks')
    .select(['flow_id', 'assignee_fid', 'created_at'])
    .where('tid', '=', tid)
    .where('flow_id', 'in', flowIDs)
    .where('state', '=', 'awaiting')
    .where('step', 'in', ['approve', 'file_process'])
    .orderBy('created_at')
    .orderBy('position')
    .execute();
}

/** Whether the mail of a flow failed, so that it can be sent again. */
export async function hasFailedMail(
  db: DatabaseHandle,
  { tid, flowID }: { tid: string; flowID: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('flow_mails')
    .select('flow_id')
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return row !== undefined;
}
