import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createRecords(db);
  await createChains(db);
  await importExistingRecords(db);
}

async function createRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_records (
      id bigint generated always as identity primary key,
      tid text,
      at timestamptz(3) not null,
      act text not null,
      decision text not null check (decision in ('granted', 'refused')),
      reason text,
      aid text,
      fid text,
      device_id text,
      operator_id text,
      document_id text,
      kid text,
      subject text,
      sha256 text,
      count bigint not null default 1 check (count > 0),
      former_sequence bigint,
      former_hash bytea
    );
    create index audit_records_document on audit_records (tid, document_id) where document_id is not null;
    create index audit_records_person on audit_records (tid, fid) where fid is not null;
    create unique index audit_records_former on audit_records (tid, former_sequence)
      where former_sequence is not null;
    create table audit_pending (
      record bigint primary key,
      xid xid8 not null default pg_current_xact_id(),
      since timestamptz not null default clock_timestamp()
    );
    create index audit_pending_order on audit_pending (xid, record);
    create function await_audit_link() returns trigger language plpgsql as $$
    begin
      insert into audit_pending (record) select id from added order by id;
      return null;
    end $$;
    create trigger audit_records_await_link after insert on audit_records
      referencing new table as added for each statement execute function await_audit_link();
  `.execute(db);
}

async function createChains(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_links (
      chain text not null,
      sequence bigint not null check (sequence > 0),
      record bigint not null unique,
      hash bytea not null,
      at timestamptz not null default now(),
      primary key (chain, sequence)
    );
    create table audit_checkpoints (
      chain text not null,
      sequence bigint not null,
      hash bytea not null,
      at timestamptz(3) not null,
      statement text not null,
      primary key (chain, sequence)
    );
    create table audit_refusals (
      chain text not null,
      minute timestamptz not null,
      act text not null,
      reason text not null,
      count bigint not null,
      primary key (chain, minute, act, reason)
    );
    create trigger audit_records_only_added before update or delete or truncate on audit_records
      for each statement execute function refuse_audit_change();
    create trigger audit_links_only_added before update or delete or truncate on audit_links
      for each statement execute function refuse_audit_change();
    create trigger audit_checkpoints_only_added before update or delete or truncate on audit_checkpoints
      for each statement execute function refuse_audit_change();
  `.execute(db);
}

/** Copies existing rows of `access_audit`, and by a trigger those that nodes of the previous release still insert. */
async function importExistingRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function take_in_former_audit() returns trigger language plpgsql as $$
    begin
      insert into audit_records (tid, at, act, decision, reason, aid, fid, device_id, operator_id, document_id, kid,
        former_sequence, former_hash)
      select tid, at, act, decision, reason, aid, fid, device_id, operator_id, document_id, kid, sequence, hash
      from added order by tid, sequence;
      return null;
    end $$;
    create trigger access_audit_taken_in after insert on access_audit
      referencing new table as added for each statement execute function take_in_former_audit();
    insert into audit_records (tid, at, act, decision, reason, aid, fid, device_id, operator_id, document_id, kid,
      former_sequence, former_hash)
    select tid, at, act, decision, reason, aid, fid, device_id, operator_id, document_id, kid, sequence, hash
    from access_audit order by tid, sequence;
  `.execute(db);
}
