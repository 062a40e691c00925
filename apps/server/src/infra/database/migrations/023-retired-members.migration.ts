import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await retireMemberIDs(db);
  await indexRecordsOfPeople(db);
}

/**
 * The id of a deleted member is never reassigned, because documents sealed by or for the member contain it permanently. The
 * table stores a digest of the id, so that it contains no personal data. The check runs after the insert, which waits for a
 * concurrent deletion of the same id; an earlier check would not see that deletion.
 */
async function retireMemberIDs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retired_members (
      tid text not null references tenants,
      digest bytea not null,
      primary key (tid, digest)
    );
    create function member_id_digest(tid text, fid text) returns bytea language sql immutable as $$
      select sha256(convert_to(jsonb_build_array(tid, fid)::text, 'UTF8'))
    $$;
    create function reject_retired_member() returns trigger language plpgsql as $$
    begin
      if exists (select from retired_members r
        where r.tid = new.tid and r.digest = member_id_digest(new.tid, new.fid)) then
        raise unique_violation using message = 'the member id belonged to a deleted member',
          table = 'memberships', constraint = 'memberships_pkey';
      end if;
      return null;
    end $$;
    create trigger memberships_retired after insert or update of tid, fid on memberships
      for each row execute function reject_retired_member();
  `.execute(db);
}

/**
 * Indexes for the data export of a person, which pages through the records by and about the person, and those of the account
 * without a tenant. The new index by person and id replaces the index by person.
 */
async function indexRecordsOfPeople(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_records_member on audit_records (tid, fid, id) where fid is not null;
    create index audit_records_subject on audit_records (tid, subject, id) where subject is not null;
    create index audit_records_account on audit_records (aid, id) where tid is null;
    drop index audit_records_person;
  `.execute(db);
}
