import { type Kysely, sql } from 'kysely';

/**
 * Removes index entries and repeated ids from what an act writes (decision 139). Indexes are built before anything is dropped, because a
 * build blocks writes only, and a drop blocks reads until the commit. Statements of the release before work without the dropped indexes; the
 * columns that it requires are only missing from rows that are written once no node of it is registered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexMessagesByPlace(db);
  await indexActsByApplication(db);
  await indexRecords(db);
  await shortenPseudonyms(db);
}

/** The id of a message is made of its session and number, so that it needs neither a column nor an index entry. */
async function indexMessagesByPlace(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index messages_stored_id on messages (message_id) where message_id is not null;
    -- A task is opened and closed once, and the transaction that posts a notice of an event deletes its job.
    create unique index messages_other_key on messages (session_id, idempotency_key)
      where idempotency_key not like 'task:%:opened' and idempotency_key not like 'task:%:closed'
        and idempotency_key not like 'flow:%';

    alter table message_fanout drop constraint message_fanout_message_id_fkey;
    alter table push_deliveries drop constraint push_deliveries_message_id_fkey;
    -- The check would lock the session that posting has just changed. Deletions lock a session before its messages.
    alter table messages drop constraint messages_session_id_fkey;
    alter table messages drop constraint messages_message_id_key, alter column message_id drop not null,
      -- The application of a notice, and its English title and text in two lines.
      add column flow_id text, add column english text;
    drop index messages_key, messages_created;

    -- Room for the versions of a batch, without which a row moves to another page and gets new entries in four indexes.
    alter table message_channels set (fillfactor = 70);

    create function message_with_id(id text) returns setof messages language sql stable as $$
      select * from messages where message_id = id
      union all
      select * from messages where session_id = split_part(id, '.', 1)
        and sequence = substring(id from '[.]([0-9]{1,9})$')::integer and message_id is null
    $$;
  `.execute(db);
}

async function indexActsByApplication(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What others decided was closed with the task of a person who decided: one entry finds both.
    create index flow_tasks_ended on flow_tasks (tid, process_time)
      where step in ('approve', 'file_process') and state <> 'awaiting' and outcome not like '%_by_others';
    -- The second version of a row gets its entries on the page of the first, which was split for them.
    alter index flow_tasks_pkey set (fillfactor = 80);
    alter index flow_tasks_flow_id_position_key set (fillfactor = 80);

    -- The index of open tasks by person finds those of a tenant too.
    create index flows_unfinished on flows (tid, state, type) where state in
      ('approving', 'waiting', 'passed', 'reviewed', 'not_processed', 'processing', 'processed');
    drop index flow_tasks_waiting, flows_in_progress, flows_running;

    -- One index finds the decisions and acts of an application, and makes them unique.
    create unique index flow_decisions_key on flow_decisions (flow_id, task_id);
    create unique index flow_acts_key on flow_acts (flow_id, act_id);
    alter table flow_decisions drop constraint flow_decisions_pkey;
    alter table flow_decisions add constraint flow_decisions_pkey primary key using index flow_decisions_key;
    alter table flow_acts drop constraint flow_acts_pkey;
    alter table flow_acts add constraint flow_acts_pkey primary key using index flow_acts_key;
    drop index flow_tasks_closed, flow_decisions_flow, flow_acts_flow;
    -- The checks would lock the task, which the transaction has changed, and the account of the session. Acts have no references either.
    alter table flow_decisions drop constraint flow_decisions_task_id_fkey, drop constraint flow_decisions_aid_fkey;
  `.execute(db);
}

async function indexRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each insert changes the entry of its range while the range is filled, and a range was 3,000 records.
    create index audit_records_time on audit_records using brin (at) with (pages_per_range = 16);
    drop index audit_records_at;
    -- The tables are empty but for the records and jobs of a second, and a backlog is sorted.
    alter table audit_pending drop constraint audit_pending_pkey;
    alter table batched_jobs drop constraint batched_jobs_pkey;
  `.execute(db);
}

/**
 * New pseudonyms have 128 bits instead of 256. Those with a key of 32 bytes were made before. Functions do it, so that all nodes write
 * and verify both.
 */
async function shortenPseudonyms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function pseudonym_of(key bytea, kind text, tid text, id text) returns text language sql immutable as $$
      select 'anon-' || left(encode(sha256(key || convert_to(jsonb_build_array(kind, tid, id)::text, 'UTF8')), 'hex'),
        case when length(key) = 32 then 64 else 32 end)
    $$;
    create or replace function audit_pseudonym(wanted text, of_tid text, of_id text) returns text language plpgsql as $$
    declare
      found text;
      fresh bytea;
    begin
      if of_id is null or of_id ~ '^anon-([0-9a-f]{64}|[0-9a-f]{32})$' then
        return of_id;
      end if;
      select pseudonym into found from audit_subjects where kind = wanted and tid = of_tid and id = of_id;
      if found is not null then
        return found;
      end if;
      -- 122 random bits.
      fresh := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
      insert into audit_subjects (kind, tid, id, key, pseudonym)
        values (wanted, of_tid, of_id, fresh, pseudonym_of(fresh, wanted, of_tid, of_id)) on conflict do nothing;
      select pseudonym into found from audit_subjects where kind = wanted and tid = of_tid and id = of_id;
      return found;
    end $$;
  `.execute(db);
}
