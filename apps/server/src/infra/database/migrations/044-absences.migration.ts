import { type Kysely, sql } from 'kysely';

/** Adds absences with their deputies. `docs/decisions/118-deputies-decide-by-period.md` gives the reasons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await createFunctions(db);
  await createTriggers(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table absences (
      absence_id text primary key,
      tid text not null,
      fid text not null,
      deputy_fid text not null check (deputy_fid <> fid),
      from_at timestamptz not null,
      until_at timestamptz check (until_at > from_at),
      types text[] check (cardinality(types) > 0),
      created_at timestamptz not null,
      ended_at timestamptz,
      end_reason text check (end_reason in ('taken_back', 'elapsed', 'membership')),
      is_reported boolean not null default false,
      changed_at timestamptz not null,
      check ((ended_at is null) = (end_reason is null)),
      foreign key (tid, fid) references memberships on delete cascade,
      foreign key (tid, deputy_fid) references memberships (tid, fid) on delete cascade
    );
    create index absences_person on absences (tid, fid, created_at desc);
    create index absences_deputy on absences (tid, deputy_fid, created_at desc);
    alter table flow_tasks add column decided_by text;
    create index flow_tasks_decided_by on flow_tasks (tid, assignee_fid, decided_by) where decided_by is not null;
    alter table flow_decisions add column for_fid text;
  `.execute(db);
}

/** Functions of one statement, which the planner expands within the statements that use them. */
async function createFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function current_absences(tenant text, at timestamptz) returns setof absences language sql stable as $$
      select absences.* from absences
      join memberships absent on absent.tid = absences.tid and absent.fid = absences.fid and absent.state = 'active'
      join memberships deputy on deputy.tid = absences.tid and deputy.fid = absences.deputy_fid and deputy.state = 'active'
      where absences.tid = tenant and absences.ended_at is null
        and absences.from_at <= at and (absences.until_at is null or absences.until_at > at)
    $$;
    create function deputised_tasks(tenant text, deputy text, at timestamptz)
    returns table (tid text, task_id text, flow_id text, absent_fid text, until_at timestamptz) language sql stable as $$
      select tasks.tid, tasks.task_id, tasks.flow_id, absences.fid, absences.until_at
      from current_absences(tenant, at) as absences
      join flow_tasks tasks on tasks.tid = absences.tid and tasks.assignee_fid = absences.fid
        and tasks.step in ('approve', 'file_process')
        and (tasks.state = 'awaiting' or tasks.decided_by = absences.deputy_fid)
      join flows on flows.flow_id = tasks.flow_id
      where absences.deputy_fid = deputy and flows.applicant_fid <> deputy
        and (absences.types is null or flows.type = any(absences.types))
    $$;
  `.execute(db);
}

/**
 * A deputy is informed of the changes of the tasks of the absent person, as the person is. Absences end with a membership, so
 * that nodes of the release before end them too; a closed tenant keeps them, because it may be reopened.
 */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  for (const [event, rows] of [
    ['insert', 'new table as fresh'],
    ['update', 'new table as fresh'],
    ['delete', 'old table as fresh'],
  ]) {
    await sql
      .raw(`
        create function tell_deputies_${event}() returns trigger language plpgsql as $$
        begin
          perform tell_changes('task', array(
            select distinct jsonb_build_object('tid', fresh.tid, 'fid', absences.deputy_fid, 'id', fresh.task_id)
            from fresh join absences on absences.tid = fresh.tid and absences.fid = fresh.assignee_fid
            where absences.ended_at is null
          ));
          return null;
        end $$;
        create trigger tell_deputies_${event} after ${event} on flow_tasks
          referencing ${rows} for each statement execute function tell_deputies_${event}();
        create function tell_absences_${event}() returns trigger language plpgsql as $$
        begin
          perform tell_changes('task', array(
            select distinct jsonb_build_object('tid', tid, 'fid', deputy_fid) from fresh
          ));
          return null;
        end $$;
        create trigger tell_absences_${event} after ${event} on absences
          referencing ${rows} for each statement execute function tell_absences_${event}();
      `)
      .execute(db);
  }
  await sql`
    create function end_absences() returns trigger language plpgsql as $$
    begin
      update absences set ended_at = now(), end_reason = 'membership', changed_at = now()
      where tid = old.tid and (fid = old.fid or deputy_fid = old.fid) and ended_at is null;
      return null;
    end $$;
    create trigger memberships_end_absences after update of state on memberships for each row
      when (new.state = 'ended' and old.state <> 'ended' and new.state_before_close is null)
      execute function end_absences();
  `.execute(db);
}
