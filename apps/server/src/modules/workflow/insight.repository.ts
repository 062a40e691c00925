import type { ApplicationType } from '@sealflow/domain/workflow';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';

/** A tenant and the period of its figures. */
export interface InsightScope {
  readonly tid: string;
  readonly from: Date;
  readonly until: Date;
}

/** Milliseconds of an interval. */
export const milliseconds = (interval: ReturnType<typeof sql>) =>
  sql`(extract(epoch from ${interval}) * 1000)::float8`;

export interface EndedFlows {
  type: ApplicationType;
  finished: number;
  rejected: number;
  canceled: number;
  terminated: number;
  median: number | null;
  percentile90: number | null;
}

/**
 * The applications that ended in a period, by type. The time runs from the first task, because a draft is older than its
 * submission, to the result, because its download is a matter of the applicant.
 */
export async function selectEndedFlows(
  db: DatabaseTransaction,
  { tid, from, until }: InsightScope,
): Promise<EndedFlows[]> {
  const hasResult = sql`(state in ('finished', 'rejected'))`;
  const { rows } = await sql<EndedFlows>`
    with ended as (
      select flows.type, flows.state, ${milliseconds(sql`
        coalesce(
          (select min(task.created_at) from flow_tasks task where task.tid = flows.tid and task.flow_id = flows.flow_id
            and task.step = 'download_decrypt'),
          flows.updated_at
        ) - coalesce(submission.created_at, flows.created_at)`)} as duration
      from flows
      left join flow_tasks submission on submission.tid = flows.tid and submission.flow_id = flows.flow_id
        and submission.position = 0
      where flows.tid = ${tid} and flows.updated_at >= ${from} and flows.updated_at <= ${until}
        and flows.state in ('finished', 'rejected', 'canceled', 'terminated')
    )
    select type,
      count(*) filter (where ${hasResult}) as finished,
      count(*) filter (where state = 'rejected') as rejected,
      count(*) filter (where state = 'canceled') as canceled,
      count(*) filter (where state = 'terminated') as terminated,
      percentile_cont(0.5) within group (order by duration) filter (where ${hasResult}) as median,
      percentile_cont(0.9) within group (order by duration) filter (where ${hasResult}) as percentile90
    from ended group by type
  `.execute(db);
  return rows;
}

/** The applications that are in progress, by type. */
export async function selectOpenFlows(
  db: DatabaseTransaction,
  tid: string,
): Promise<{ type: ApplicationType; open: number }[]> {
  const { rows } = await sql<{ type: ApplicationType; open: number }>`
    select type, count(*) as open from flows
    where tid = ${tid} and state in ('approving', 'waiting', 'passed', 'reviewed', 'not_processed', 'processing', 'processed')
    group by type
  `.execute(db);
  return rows;
}

/** How long applications were with their applicants for changes, by type. */
export async function selectReturnedFlows(
  db: DatabaseTransaction,
  { tid, from, until }: InsightScope,
): Promise<{ type: ApplicationType; count: number; median: number }[]> {
  const { rows } = await sql<{ type: ApplicationType; count: number; median: number }>`
    select flows.type, count(*) as count,
      percentile_cont(0.5) within group (order by ${milliseconds(sql`task.process_time - task.created_at`)}) as median
    from flow_tasks task join flows on flows.tid = task.tid and flows.flow_id = task.flow_id
    where task.tid = ${tid} and task.step = 'initiate' and task.state = 'processed'
      and task.process_time >= ${from} and task.process_time <= ${until}
    group by flows.type
  `.execute(db);
  return rows;
}

/**
 * When the present stages of each type were published. Versions that changed only the name or the time limit are left out. Null for a
 * type whose stages have never changed.
 */
export async function selectStagePublications(
  db: DatabaseTransaction,
  tid: string,
): Promise<{ type: ApplicationType; since: Date | null }[]> {
  const { rows } = await sql<{ type: ApplicationType; since: Date | null }>`
    with ${stagePublications(tid)} select type, since from publications
  `.execute(db);
  return rows;
}

const stagePublications = (tid: string) => sql`versions as (
      select type, version, published_at, process->'stages' as stages, process->'fileProcess' as file_process
      from flow_type_versions where tid = ${tid}
    ), latest as (
      select distinct on (type) type, stages, file_process from versions order by type, version desc
    ), publications as (
      select type, case when min(version) > 1 then min(published_at) end as since
      from versions one join latest using (type)
      where one.version > coalesce((
        select max(other.version) from versions other where other.type = one.type
          and (other.stages, other.file_process) is distinct from (latest.stages, latest.file_process)
      ), 0)
      group by type
    )`;

export interface StageFigures {
  type: ApplicationType;
  /** Whether the applications follow the present stages of the type. */
  isPresent: boolean;
  step: 'approve' | 'file_process';
  stage: number | null;
  passes: number;
  median: number | null;
  total: number;
  waiting: number;
  overdue: number;
  escalated: number;
}

/** The most stages of an application type. */
const maxStages = 10;

/**
 * The number of a stage in the application type. Conditions leave stages out of an application, whose own numbers are then
 * lower. Returns append stages.
 */
const stageNumber = sql`
  case when flows.process->'skipped' is null
    then coalesce((flows.process->'stages'->stay.stage->>'position')::integer, stay.stage)
    else (
      select number from generate_series(0, ${sql.lit(maxStages - 1)}) as number
      where not exists (
        select from jsonb_array_elements(flows.process->'skipped') as skipped
        where (skipped->>'stage')::integer = number and (skipped->>'before')::integer <= stay.stage
      )
      order by number
      offset coalesce((flows.process->'stages'->stay.stage->>'position')::integer, stay.stage) limit 1
    ) end`;

/**
 * When the process of a stage was taken from the type: at the last submission before the stage began. A returned application gets the
 * process that is published when it is submitted again.
 */
const submittedAt = sql`coalesce(
        (select max(revision.process_time) from flow_tasks revision
          where revision.tid = flows.tid and revision.flow_id = flows.flow_id and revision.step = 'initiate'
            and revision.state = 'processed' and revision.process_time <= stay.begun_at),
        (select min(submission.created_at) from flow_tasks submission
          where submission.tid = flows.tid and submission.flow_id = flows.flow_id and submission.position = 0))`;

/**
 * The waiting time in each stage, apart for applications that follow earlier stages of the type. A stage waits while a task of it is
 * open, so that tasks at the same time count once and the time with the applicant does not count. A stage that a cancellation ended
 * has no waiting time: it would still wait.
 */
export async function selectStageFigures(
  db: DatabaseTransaction,
  { tid, from, until }: InsightScope,
): Promise<StageFigures[]> {
  const { rows } = await sql<StageFigures>`
    with ${stagePublications(tid)}, touched as materialized (
      select flow_id, step, stage from flow_tasks
      where tid = ${tid} and step in ('approve', 'file_process') and state <> 'awaiting' and outcome not like '%_by_others'
        and process_time >= ${from} and process_time <= ${until}
      union
      select flow_id, step, stage from flow_tasks
      where tid = ${tid} and step in ('approve', 'file_process') and state = 'awaiting'
    ), stays as (
      select touched.flow_id, touched.step, touched.stage,
        bool_or(task.state = 'awaiting') as is_open,
        bool_or(task.outcome in ('canceled_by_applicant', 'canceled_by_administrator')) as is_canceled,
        min(task.created_at) as begun_at,
        range_agg(tstzrange(task.created_at, greatest(task.created_at, task.process_time))) as waits,
        count(*) filter (where task.due_at <= coalesce(task.process_time, ${until})
          and (task.process_time is null or task.process_time >= ${from})) as overdue,
        count(*) filter (where replaced.outcome = 'deadline_exceeded' and task.created_at >= ${from}) as escalated
      from touched
      join flow_tasks task on task.flow_id = touched.flow_id and task.step = touched.step
        and task.stage is not distinct from touched.stage
      left join flow_tasks replaced on replaced.tid = task.tid and replaced.task_id = task.replaces
      where task.tid = ${tid} and task.assignee_fid is not null
      group by touched.flow_id, touched.step, touched.stage
    ), figures as (
      select flows.type, (since is null or ${submittedAt} >= since) as is_present,
        stay.step, ${stageNumber} as stage, stay.is_open, stay.overdue, stay.escalated,
        not (stay.is_open or stay.is_canceled) as is_passed,
        coalesce((select sum(${milliseconds(sql`upper(wait) - lower(wait)`)}) from unnest(stay.waits) as wait), 0) as wait
      from stays stay join flows on flows.flow_id = stay.flow_id
      left join publications on publications.type = flows.type
      where flows.tid = ${tid}
    )
    select type, is_present as "isPresent", step, stage,
      count(*) filter (where is_passed) as passes,
      percentile_cont(0.5) within group (order by wait) filter (where is_passed) as median,
      coalesce(sum(wait) filter (where is_passed), 0)::float8 as total,
      count(*) filter (where is_open) as waiting,
      sum(overdue)::bigint as overdue,
      sum(escalated)::bigint as escalated
    from figures group by type, is_present, step, stage order by type, step, stage
  `.execute(db);
  return rows;
}
