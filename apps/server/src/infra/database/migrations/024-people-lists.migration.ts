import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the list of a tenant's members in each of its orders and for the numbers of its overview, and the last sign-in
 * of managed accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexLists(db);
  await indexSearch(db);
  await recordSignIns(db);
  await indexOverview(db);
}

async function indexLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index memberships_name on memberships (tid, name, fid);
    create index memberships_created on memberships (tid, created_at, fid);
    create index memberships_state on memberships (tid, state, name, fid);
    create index memberships_department on memberships (tid, org_id, name, fid) where org_id is not null;
    drop index memberships_org;
    create index membership_roles_members on membership_roles (tid, role_id, fid);
    drop index membership_roles_role;
    create index memberships_own_rights on memberships (tid) where cardinality(rights) > 0;
    create index accounts_managed_locks on accounts (managed_by, locked_until) where locked_until is not null;
    create index accounts_managed_closed on accounts (managed_by) where state = 'closed';
  `.execute(db);
}

/**
 * An index for parts of a name or id. Its keys are all parts of one to three characters, each with its tenant. The extension
 * pg_trgm finds no part of one or two characters, which is what people type in Chinese, and it is not available everywhere.
 * The cost of the function makes the planner use the index instead of computing the parts of each row.
 */
async function indexSearch(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function member_grams(tid text, name text, fid text) returns text[]
      language plpgsql immutable parallel safe cost 10000 as $$
    declare
      word constant text := lower(name || ' ' || fid);
      grams text[] := '{}';
    begin
      for start in 1 .. length(word) loop
        grams := grams || array[tid || ' ' || substr(word, start, 1), tid || ' ' || substr(word, start, 2),
          tid || ' ' || substr(word, start, 3)];
      end loop;
      return grams;
    end $$;
    -- The parts that a text with the keyword contains: the keyword itself, or each three of its characters.
    create function keyword_grams(tid text, keyword text) returns text[]
      language sql immutable parallel safe as $$
      select array(
        select distinct tid || ' ' || substr(word, start, 3)
        from lower(keyword) as word, generate_series(1, greatest(length(word) - 2, 1)) as start)
    $$;
    create index memberships_search on memberships using gin (member_grams(tid, name, fid));
  `.execute(db);
}

/**
 * The last sign-in of each member whose account the tenant manages; null for all others, whose sign-ins concern other tenants
 * too. Triggers maintain it, so that nodes of the previous release do too. It is a table of its own, because every update of
 * a membership invalidates cached answers.
 */
async function recordSignIns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_sign_ins (
      tid text not null,
      fid text not null,
      last_at timestamptz,
      primary key (tid, fid),
      foreign key (tid, fid) references memberships on update cascade on delete cascade
    );
    create function insert_member_sign_in() returns trigger language plpgsql as $$
    begin
      insert into member_sign_ins (tid, fid) select tid, fid from fresh on conflict do nothing;
      return null;
    end $$;
    create trigger memberships_sign_ins after insert on memberships
      referencing new table as fresh for each statement execute function insert_member_sign_in();
    lock table memberships in share row exclusive mode;
    insert into member_sign_ins (tid, fid, last_at)
      select m.tid, m.fid, (select max(s.created_at) from sessions s where s.aid = a.aid)
      from memberships m left join accounts a
        on a.aid = m.aid and a.managed_by = m.tid and m.state in ('active', 'suspended');
    create index member_sign_ins_last on member_sign_ins (tid, last_at nulls first, fid);

    create function record_member_sign_in() returns trigger language plpgsql as $$
    begin
      update member_sign_ins s set last_at = new.created_at from memberships m join accounts a on a.aid = m.aid
        where m.aid = new.aid and a.managed_by = m.tid and m.state in ('active', 'suspended')
          and s.tid = m.tid and s.fid = m.fid;
      return null;
    end $$;
    create trigger sessions_sign_in after insert on sessions for each row execute function record_member_sign_in();

    create function clear_member_sign_in() returns trigger language plpgsql as $$
    begin
      update member_sign_ins s set last_at = null from memberships m
        where m.aid = new.aid and m.tid is distinct from new.managed_by and s.tid = m.tid and s.fid = m.fid
          and s.last_at is not null;
      return null;
    end $$;
    create trigger accounts_management_ended after update of managed_by on accounts for each row
      when (old.managed_by is distinct from new.managed_by) execute function clear_member_sign_in();
  `.execute(db);
}

/** Partial indexes: most rows are ended applications, done tasks and other acts, which the overview does not count. */
async function indexOverview(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index invitations_open on invitations (tid, expire_at) where outcome is null;
    create index documents_withdrawn on documents (tid) where withdrawn_at is not null;
    create index flows_in_progress on flows (tid, state)
      where state in ('approving', 'waiting', 'passed', 'reviewed', 'not_processed', 'processing', 'processed');
    create index flow_tasks_due on flow_tasks (tid, due_at) where state = 'awaiting' and due_at is not null;
    create index audit_records_daily on audit_records (tid, act, at)
      where act in ('account.signed_in', 'rewrap') and decision = 'granted';
  `.execute(db);
}
