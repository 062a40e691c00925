import { type Kysely, sql } from 'kysely';

/** Adds verified contacts, memberships that begin with an invitation, and managed accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createContacts(db);
  await createInvitations(db);
  await markProvenContacts(db);
  await markManagedAccounts(db);
}

async function createContacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts
      add column mobile_verified_at timestamptz,
      add column email_verified_at timestamptz,
      add column managed_by text references tenants;
    -- An unverified contact is a claim, and several accounts may claim one.
    drop index accounts_mobile_no;
    drop index accounts_email;
    create index accounts_mobile_no on accounts (mobile_no);
    create index accounts_email on accounts (lower(email));
    create unique index accounts_verified_mobile_no on accounts (mobile_no) where mobile_verified_at is not null;
    create unique index accounts_verified_email on accounts (lower(email)) where email_verified_at is not null;
    -- The proof is of one value: another value is not proven by it, whichever release writes it.
    create function end_contact_proof() returns trigger language plpgsql as $$
    begin
      if new.mobile_no is distinct from old.mobile_no
        and new.mobile_verified_at is not distinct from old.mobile_verified_at then
        new.mobile_verified_at := null;
      end if;
      if lower(new.email) is distinct from lower(old.email)
        and new.email_verified_at is not distinct from old.email_verified_at then
        new.email_verified_at := null;
      end if;
      return new;
    end $$;
    create trigger accounts_contact_proof before update of mobile_no, email on accounts
      for each row execute function end_contact_proof();
    alter table account_notices drop constraint account_notices_kind_check;
    alter table account_notices add constraint account_notices_kind_check
      check (kind in ('password_changed', 'phone_changed', 'contact_moved', 'reset_requested'));
  `.execute(db);
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table memberships drop constraint memberships_state_check;
    alter table memberships add constraint memberships_state_check
      check (state in ('invited', 'active', 'suspended', 'under_review', 'ended'));
    alter table memberships drop constraint memberships_state_before_close_check;
    alter table memberships add constraint memberships_state_before_close_check
      check (state_before_close in ('invited', 'active', 'suspended', 'under_review'));
    -- Nobody has an invitation before it is accepted.
    alter table memberships alter column aid drop not null;
    update memberships set state = 'suspended' where state = 'under_review';
    update memberships set state_before_close = 'suspended' where state_before_close = 'under_review';
    -- Nodes of the release before still write the former name.
    create function name_suspended() returns trigger language plpgsql as $$
    begin
      if new.state = 'under_review' then new.state := 'suspended'; end if;
      if new.state_before_close = 'under_review' then new.state_before_close := 'suspended'; end if;
      return new;
    end $$;
    create trigger memberships_suspended before insert or update of state, state_before_close on memberships
      for each row execute function name_suspended();
    create table invitations (
      tid text not null,
      fid text not null,
      invitation_id text not null unique,
      username text,
      mobile_no text,
      email text,
      aid text references accounts,
      with_account boolean not null,
      sent_at timestamptz not null,
      expire_at timestamptz not null,
      outcome text check (outcome in ('accepted', 'declined', 'withdrawn')),
      primary key (tid, fid),
      foreign key (tid, fid) references memberships
    );
    create index invitations_mobile_no on invitations (mobile_no) where outcome is null;
    create index invitations_email on invitations (lower(email)) where outcome is null;
    create index invitations_aid on invitations (aid) where outcome is null;
  `.execute(db);
}

/**
 * Marks contacts of existing accounts as verified. A phone number counts if the account changed to it by a code. The only
 * contact of an account counts if the password was reset by a code, which was sent to no other contact. Sign-ins do not count,
 * because no record contains their method, and another person may have chosen the password. Contacts that an operator changed
 * later do not count.
 */
async function markProvenContacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table contact_proofs on commit drop as
      select aid, act, max(at) as at from readable_audit_records
      where act in ('account.phone_changed', 'account.password_reset') and decision = 'granted' and aid is not null
      group by aid, act;
    create temporary table contact_changes on commit drop as
      select subject as aid, max(at) as at from readable_audit_records
      where act = 'account.changed' and decision = 'granted' and subject is not null
      group by subject;
    update accounts a set mobile_verified_at = p.at
      from contact_proofs p left join contact_changes c on c.aid = p.aid
      where p.aid = a.aid and a.mobile_no is not null and (c.at is null or c.at < p.at)
        and (p.act = 'account.phone_changed' or a.email is null);
    update accounts a set email_verified_at = p.at
      from contact_proofs p left join contact_changes c on c.aid = p.aid
      where p.aid = a.aid and a.email is not null and a.mobile_no is null and (c.at is null or c.at < p.at)
        and p.act = 'account.password_reset';
    drop table contact_proofs;
    drop table contact_changes;
  `.execute(db);
}

/** A tenant manages the accounts that it created and that have no other tenant; a sole tenant manages those of all its members. */
async function markManagedAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    update accounts a set managed_by = m.tid from memberships m
    where m.aid = a.aid and m.state <> 'ended'
      and not exists (select from memberships other where other.aid = a.aid and other.tid <> m.tid)
      and ((select count(*) from tenants) = 1 or exists (
        select from readable_audit_records r
        where r.tid = m.tid and r.act = 'account.created' and r.decision = 'granted' and r.subject = a.aid));
  `.execute(db);
}
