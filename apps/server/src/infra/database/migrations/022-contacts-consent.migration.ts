import { type Kysely, sql } from 'kysely';

/** Deletes unverified contacts with the last verification, rejects unaccepted memberships, ends former management. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await endClaimsBesideProofs(db);
  await rejectUnacceptedMemberships(db);
  await endFormerManagement(db);
}

/**
 * The owner of an unverified contact is unknown. When the account's only verified contact loses its verification, the
 * unverified one is deleted, unless the same statement sets it: otherwise it would allow signing in to the account.
 */
async function endClaimsBesideProofs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function end_contact_proof() returns trigger language plpgsql as $$
    declare
      mobile_changed constant boolean := new.mobile_no is distinct from old.mobile_no;
      email_changed constant boolean := lower(new.email) is distinct from lower(old.email);
    begin
      if mobile_changed and new.mobile_verified_at is not distinct from old.mobile_verified_at then
        new.mobile_verified_at := null;
      end if;
      if email_changed and new.email_verified_at is not distinct from old.email_verified_at then
        new.email_verified_at := null;
      end if;
      if new.mobile_verified_at is null and new.email_verified_at is null then
        if old.mobile_verified_at is not null and old.email_verified_at is null and not email_changed then
          new.email := null;
        end if;
        if old.email_verified_at is not null and old.mobile_verified_at is null and not mobile_changed then
          new.mobile_no := null;
        end if;
      end if;
      return new;
    end $$;
    drop trigger accounts_contact_proof on accounts;
    create trigger accounts_contact_proof
      before update of mobile_no, email, mobile_verified_at, email_verified_at on accounts
      for each row execute function end_contact_proof();
  `.execute(db);
}

/**
 * An invited membership becomes active only with an accepted invitation, which nodes of the previous release do not check.
 * The check runs at the end of the transaction, so that the order of the two writes does not matter.
 */
async function rejectUnacceptedMemberships(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function reject_unaccepted_membership() returns trigger language plpgsql as $$
    begin
      if exists (
        select from memberships m
        where m.tid = new.tid and m.fid = new.fid and m.state not in ('invited', 'ended') and not exists (
          select from invitations i where i.tid = m.tid and i.fid = m.fid and i.outcome = 'accepted')) then
        raise exception 'the invitation of membership % is not accepted', new.fid using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create constraint trigger memberships_accepted after update of state on memberships
      deferrable initially deferred for each row
      when (old.state = 'invited' and new.state not in ('invited', 'ended'))
      execute function reject_unaccepted_membership();
  `.execute(db);
}

/** An account with a membership in another tenant is no longer managed by the tenant that created it. */
async function endFormerManagement(db: Kysely<unknown>): Promise<void> {
  await sql`
    update accounts a set managed_by = null
    where a.managed_by is not null and exists (
      select from memberships m
      where m.aid = a.aid and m.tid <> a.managed_by
        and coalesce(m.state_before_close, m.state) in ('active', 'suspended'));
  `.execute(db);
}
