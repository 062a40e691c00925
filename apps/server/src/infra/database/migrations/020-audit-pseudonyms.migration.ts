import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSubjects(db);
  await pseudonymiseRecords(db);
  await replacePeople(db);
  await scheduleDeletions(db);
}

/**
 * A pseudonym is the SHA-256 of a random key and an id. While its row exists, the id can be read and verified. Deleting the
 * row with its key makes the pseudonym anonymous.
 */
async function createSubjects(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_subjects (
      kind text not null check (kind in ('account', 'member', 'device')),
      tid text not null,
      id text not null,
      key bytea not null,
      pseudonym text not null unique,
      primary key (kind, tid, id)
    );
    create function pseudonym_of(key bytea, kind text, tid text, id text) returns text language sql immutable as $$
      select 'anon-' || encode(sha256(key || convert_to(jsonb_build_array(kind, tid, id)::text, 'UTF8')), 'hex')
    $$;
    create function audit_pseudonym(wanted text, of_tid text, of_id text) returns text language plpgsql as $$
    declare
      found text;
      fresh bytea;
    begin
      if of_id is null or of_id ~ '^anon-[0-9a-f]{64}$' then
        return of_id;
      end if;
      select pseudonym into found from audit_subjects where kind = wanted and tid = of_tid and id = of_id;
      if found is not null then
        return found;
      end if;
      -- 244 random bits.
      fresh := decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
      insert into audit_subjects (kind, tid, id, key, pseudonym)
        values (wanted, of_tid, of_id, fresh, pseudonym_of(fresh, wanted, of_tid, of_id)) on conflict do nothing;
      select pseudonym into found from audit_subjects where kind = wanted and tid = of_tid and id = of_id;
      return found;
    end $$;
  `.execute(db);
}

/**
 * Uses triggers, so that nodes of the previous release write pseudonyms too. Existing records stay unchanged, because their
 * hashes cover the ids.
 */
async function pseudonymiseRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function name_audit_subject() returns trigger language plpgsql as $$
    declare
      row_of jsonb := to_jsonb(new);
    begin
      perform case tg_table_name
        when 'accounts' then audit_pseudonym('account', '', row_of ->> 'aid')
        when 'memberships' then audit_pseudonym('member', row_of ->> 'tid', row_of ->> 'fid')
        else audit_pseudonym('device', '', row_of ->> 'device_id')
      end;
      return null;
    end $$;
    create trigger accounts_audit_subject after insert on accounts for each row execute function name_audit_subject();
    create trigger memberships_audit_subject after insert on memberships
      for each row execute function name_audit_subject();
    create trigger devices_audit_subject after insert on devices for each row execute function name_audit_subject();
    lock table accounts, memberships, devices in share row exclusive mode;
    select count(audit_pseudonym('account', '', aid)) from accounts;
    select count(audit_pseudonym('member', tid, fid)) from memberships;
    select count(audit_pseudonym('device', '', device_id)) from devices;

    create function pseudonymise_audit_record() returns trigger language plpgsql as $$
    begin
      new.aid := audit_pseudonym('account', '', new.aid);
      new.fid := audit_pseudonym('member', coalesce(new.tid, ''), new.fid);
      new.device_id := audit_pseudonym('device', '', new.device_id);
      if new.subject is not null then
        -- A subject is an id of many kinds; only people, accounts and devices have pseudonyms.
        new.subject := coalesce(
          (select pseudonym from audit_subjects
            where kind = 'member' and tid = coalesce(new.tid, '') and id = new.subject),
          (select pseudonym from audit_subjects where kind = 'account' and tid = '' and id = new.subject),
          (select pseudonym from audit_subjects where kind = 'device' and tid = '' and id = new.subject),
          new.subject);
      end if;
      return new;
    end $$;
    create trigger audit_records_pseudonyms before insert on audit_records
      for each row when (new.former_sequence is null) execute function pseudonymise_audit_record();

    -- For people who read by SQL: whom a record is about, as far as they are not deleted.
    create view readable_audit_records as
      select r.id, r.tid, r.at, r.act, r.decision, r.reason,
        coalesce(account.id, r.aid) as aid, coalesce(member.id, r.fid) as fid,
        coalesce(device.id, r.device_id) as device_id, r.operator_id, r.document_id, r.kid,
        coalesce(subject.id, r.subject) as subject, r.sha256, r.count
      from audit_records as r
      left join audit_subjects as account on account.pseudonym = r.aid
      left join audit_subjects as member on member.pseudonym = r.fid
      left join audit_subjects as device on device.pseudonym = r.device_id
      left join audit_subjects as subject on subject.pseudonym = r.subject;
  `.execute(db);
}

/** Replaces a person by the pseudonym in JSON documents: in arrays, and in the fields that contain a person. */
async function replacePeople(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function replace_person(doc jsonb, person text, pseudonym text) returns jsonb language plpgsql immutable as $$
    begin
      case jsonb_typeof(doc)
        when 'array' then
          return coalesce((select jsonb_agg(case when one = to_jsonb(person) then to_jsonb(pseudonym)
            else replace_person(one, person, pseudonym) end order by place)
            from jsonb_array_elements(doc) with ordinality as listed (one, place)), '[]');
        when 'object' then
          return coalesce((select jsonb_object_agg(key, case
            when key in ('fid', 'aid', 'assigneeID', 'applicantID', 'personID', 'by') and value = to_jsonb(person)
              then to_jsonb(pseudonym)
            else replace_person(value, person, pseudonym) end) from jsonb_each(doc)), '{}');
        else
          return doc;
      end case;
    end $$;
  `.execute(db);
}

async function scheduleDeletions(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants add column deleted_at timestamptz;
    alter table accounts add column delete_at timestamptz, add column closed_at timestamptz;
    create index accounts_delete_at on accounts (delete_at) where delete_at is not null;
    create index accounts_closed_at on accounts (closed_at) where closed_at is not null;
    update accounts set closed_at = now() where state = 'closed';
    create index messages_created_at on messages (created_at);
    create index flows_ended on flows (updated_at)
      where state in ('finished', 'rejected', 'canceled', 'terminated', 'not_processed');
    create function note_account_closed() returns trigger language plpgsql as $$
    begin
      new.closed_at := case new.state when 'closed' then now() end;
      return new;
    end $$;
    create trigger accounts_closed before update of state on accounts
      for each row when (new.state is distinct from old.state) execute function note_account_closed();
  `.execute(db);
}
