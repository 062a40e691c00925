import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { type InsightScope, milliseconds } from './insight.repository.ts';

export const personInsightSorts = ['name', 'open', 'oldestAt', 'decided', 'median'] as const;
export type PersonInsightSort = (typeof personInsightSorts)[number];

export interface PersonFigures {
  open: number;
  /** Milliseconds since 1970. */
  oldestAt: number | null;
  decided: number;
  median: number | null;
}

type People = InsightScope & {
  /** A person with fewer decided tasks has no median. */
  readonly minDecided: number;
};

/**
 * A page of the figures of members who have open tasks or decided some in the period. Former members, whose names can be erased,
 * are left out.
 */
export async function pagePeople(
  db: DatabaseTransaction,
  people: People,
  { sort, skip, limit }: { sort: PersonInsightSort | `-${PersonInsightSort}`; skip: number; limit: number },
): Promise<{ total: number; data: (PersonFigures & { fid: string; name: string })[] }> {
  const order = sql`${sql.ref(sort.replace('-', ''))} ${sort.startsWith('-') ? sql`desc` : sql`asc`} nulls last, fid`;
  const { rows } = await sql<{ total: number; data: (PersonFigures & { fid: string; name: string })[] }>`
    with ${figuresOf(people)}, people as materialized (
      select member.fid, member.name, figures.open, figures."oldestAt", figures.decided, figures.median
      from figures join memberships member on member.fid = figures.fid
      where member.tid = ${people.tid} and member.state in ('active', 'suspended')
    )
    select (select count(*) from people) as total,
      coalesce((select json_agg(page) from (
        select * from people order by ${order} limit ${limit} offset ${skip}
      ) as page), '[]') as data
  `.execute(db);
  return rows[0] ?? { total: 0, data: [] };
}

/** The figures of one person. */
export async function selectOwnFigures(
  db: DatabaseTransaction,
  { fid, ...scope }: InsightScope & { fid: string },
): Promise<PersonFigures> {
  const { rows } = await sql<PersonFigures>`
    with ${figuresOf({ ...scope, minDecided: 1 }, fid)}
    select open, "oldestAt", decided, median from figures
  `.execute(db);
  return rows[0] ?? { open: 0, oldestAt: null, decided: 0, median: null };
}

/**
 * The table `figures`: open tasks and decided ones of each person, or of one. A decision counts for the person who took it. Its
 * waiting time is without the person's absences, and for a deputy without the time before the deputyship. Tasks that others
 * closed or that went to others were not decided by their assignee.
 */
function figuresOf({ tid, from, until, minDecided }: People, fid?: string) {
  const isDecider =
    fid === undefined ? sql`` : sql`and coalesce(task.decided_by, task.assignee_fid) = ${fid}`;
  const isAssignee = fid === undefined ? sql`` : sql`and assignee_fid = ${fid}`;
  return sql`decided as (
      select coalesce(task.decided_by, task.assignee_fid) as fid, task.process_time, flows.type,
        greatest(task.created_at, (
          select max(absence.from_at) from absences absence
          where absence.tid = task.tid and absence.fid = task.assignee_fid and absence.deputy_fid = task.decided_by
            and absence.from_at <= task.process_time and (absence.types is null or flows.type = any(absence.types))
        )) as begun_at
      from flow_tasks task join flows on flows.tid = task.tid and flows.flow_id = task.flow_id
      where task.tid = ${tid} and task.step in ('approve', 'file_process') and task.state = 'processed'
        and task.outcome in ('approved', 'rejected', 'direct_completed', 'handled') and task.outcome not like '%_by_others'
        and task.process_time >= ${from} and task.process_time <= ${until} ${isDecider}
    ), waits as (
      select fid, ${milliseconds(sql`process_time - begun_at - coalesce((
          select sum(greatest(interval '0',
            least(absence.until_at, absence.ended_at, decided.process_time) - greatest(absence.from_at, decided.begun_at)))
          from absences absence
          where absence.tid = ${tid} and absence.fid = decided.fid
            and (absence.types is null or decided.type = any(absence.types))
        ), interval '0')`)} as wait
      from decided
    ), closed as (
      select fid, count(*) as decided, case when count(*) >= ${minDecided}
        then percentile_cont(0.5) within group (order by wait) end as median
      from waits group by fid
    ), opened as (
      select assignee_fid as fid, count(*) as open, (extract(epoch from min(created_at)) * 1000)::bigint as "oldestAt"
      from flow_tasks
      where tid = ${tid} and step in ('approve', 'file_process') and state = 'awaiting' and assignee_fid is not null
        ${isAssignee}
      group by assignee_fid
    ), figures as (
      select fid, coalesce(open, 0) as open, "oldestAt", coalesce(decided, 0) as decided, median
      from opened full join closed using (fid)
    )`;
}
