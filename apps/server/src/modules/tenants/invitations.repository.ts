import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type InvitationRow = Selectable<Database['invitations']>;

export async function insertInvitation(
  transaction: DatabaseTransaction,
  invitation: Insertable<Database['invitations']>,
): Promise<void> {
  await transaction.insertInto('invitations').values(invitation).execute();
}

export async function updateInvitation(
  transaction: DatabaseTransaction,
  { tid, fid }: { tid: string; fid: string },
  changes: Updateable<Database['invitations']>,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set(changes)
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .execute();
}

export function selectInvitation(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .executeTakeFirst();
}

/** The active account with a user name. The query also runs for null, so that the response time reveals nothing. */
export async function selectAccountByUsername(
  db: DatabaseHandle,
  username: string | null,
): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('aid')
    .where(sql`lower(username)`, '=', username?.toLowerCase() ?? null)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row?.aid ?? null;
}

/** Whether an invitation is addressed to an account: by a verified contact, or by the user name. */
const isAddressed = sql<SqlBool>`(
  invitation.mobile_no = account.mobile_no and account.mobile_verified_at is not null
  or lower(invitation.email) = lower(account.email) and account.email_verified_at is not null
  or invitation.aid = account.aid and not invitation.with_account)`;

/**
 * An expression that no index has: during an import the planner expects few invited members and would read all of them before
 * the invitation.
 */
const isInvited = sql<SqlBool>`person.state || '' = 'invited'`;

function openInvitations(db: DatabaseHandle, now: Date) {
  return db
    .selectFrom('invitations as invitation')
    .innerJoin('memberships as person', (join) =>
      join.onRef('person.tid', '=', 'invitation.tid').onRef('person.fid', '=', 'invitation.fid'),
    )
    .innerJoin('tenants as tenant', 'tenant.tid', 'invitation.tid')
    .innerJoin('accounts as account', (join) => join.on(isAddressed))
    .where('account.state', '=', 'active')
    .where('invitation.outcome', 'is', null)
    .where('invitation.expire_at', '>', now)
    .where(isInvited)
    .where('tenant.closed_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('memberships as own')
            .select('own.fid')
            .whereRef('own.tid', '=', 'invitation.tid')
            .whereRef('own.aid', '=', 'account.aid')
            .where('own.state', 'in', ['active', 'suspended']),
        ),
      ),
    );
}

/** The open invitations of an account, the latest first. */
export function selectInvitationsOf(db: DatabaseHandle, { aid, now }: { aid: string; now: Date }) {
  return openInvitations(db, now)
    .select([
      'invitation.invitation_id',
      'invitation.sent_at',
      'invitation.expire_at',
      'tenant.name as tenant_name',
      'tenant.logo',
      'person.name',
    ])
    .where('account.aid', '=', aid)
    .orderBy('invitation.sent_at', 'desc')
    .orderBy('invitation.invitation_id')
    .limit(100)
    .execute();
}

/** Locks an open invitation of an account, so that no other transaction answers it before this one ends. */
export function lockInvitationOf(
  transaction: DatabaseTransaction,
  { aid, invitationID, now }: { aid: string; invitationID: string; now: Date },
) {
  return openInvitations(transaction, now)
    .select(['invitation.tid', 'invitation.fid', 'person.aid as former_aid'])
    .where('account.aid', '=', aid)
    .where('invitation.invitation_id', '=', invitationID)
    .forUpdate(['invitation', 'person'])
    .executeTakeFirst();
}

/** The tenant of an invitation. It is read before the row of the invitation is locked. */
export async function selectInvitingTenant(
  db: DatabaseHandle,
  invitationID: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('tid')
    .where('invitation_id', '=', invitationID)
    .executeTakeFirst();
  return row?.tid;
}

/** The accounts that an open invitation is addressed to, with the tenant's name. */
export function selectInvitedAccounts(
  db: DatabaseHandle,
  { invitationID, now }: { invitationID: string; now: Date },
) {
  return openInvitations(db, now)
    .select(['account.aid', 'tenant.tid', 'tenant.name as tenant_name'])
    .where('invitation.invitation_id', '=', invitationID)
    .execute();
}

interface PersonIdentifiers {
  username: string | null;
  mobileNo: string | null;
  email: string | null;
}

/**
 * Whether a member of the tenant has one of these identifiers, or an open invitation of the tenant names one of them.
 */
export async function selectSamePerson(
  db: DatabaseHandle,
  { tid, username, mobileNo, email, now }: PersonIdentifiers & { tid: string; now: Date },
): Promise<{ isMember: boolean; isInvited: boolean }> {
  const { rows } = await sql<{ isMember: boolean; isInvited: boolean }>`
    select
      exists (
        select from memberships m join accounts a on a.aid = m.aid
        where m.tid = ${tid} and m.state in ('active', 'suspended') and (
          lower(a.username) = lower(${username}::text)
          or a.mobile_no = ${mobileNo}::text and (a.mobile_verified_at is not null or a.email_verified_at is null)
          or lower(a.email) = lower(${email}::text) and (a.email_verified_at is not null or a.mobile_verified_at is null))
      ) as "isMember",
      exists (
        select from invitations i join memberships m on m.tid = i.tid and m.fid = i.fid
        where i.tid = ${tid} and i.outcome is null and m.state = 'invited' and i.expire_at > ${now} and (
          lower(i.username) = lower(${username}::text) or i.mobile_no = ${mobileNo}::text
          or lower(i.email) = lower(${email}::text))
      ) as "isInvited"
  `.execute(db);
  return rows[0] ?? { isMember: false, isInvited: false };
}

/** The tenants that created a membership together with the account and whose invitation is open, ordered by id. */
export async function selectCreatingTenants(db: DatabaseHandle, aid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invitations as invitation')
    .innerJoin('memberships as person', (join) =>
      join.onRef('person.tid', '=', 'invitation.tid').onRef('person.fid', '=', 'invitation.fid'),
    )
    .select('invitation.tid')
    .distinct()
    .where('invitation.with_account', '=', true)
    .where('invitation.aid', '=', aid)
    .where('invitation.outcome', 'is', null)
    .where('person.state', '=', 'invited')
    .orderBy('invitation.tid')
    .execute();
  return rows.map(({ tid }) => tid);
}

/**
 * Activates the memberships that tenants created together with an account. Where another tenant has invited the same
 * person, none is activated, and the person chooses between the invitations.
 */
export async function activateOwnMemberships(
  transaction: DatabaseTransaction,
  { aid, now }: { aid: string; now: Date },
): Promise<{ tid: string; fid: string }[]> {
  const { rows } = await sql<{ tid: string; fid: string }>`
    with own as (
      select i.tid, i.fid from invitations i
      join memberships m on m.tid = i.tid and m.fid = i.fid and m.aid = ${aid} and m.state = 'invited'
      join tenants t on t.tid = i.tid and t.closed_at is null
      where i.with_account and i.aid = ${aid} and i.outcome is null
        and not exists (
          select from invitations other
          join memberships p on p.tid = other.tid and p.fid = other.fid and p.state = 'invited'
          join accounts a on a.aid = ${aid}
          where other.tid <> i.tid and other.outcome is null and other.expire_at > ${now}
            and (other.mobile_no = a.mobile_no or lower(other.email) = lower(a.email)))
    ), accepted as (
      update invitations i set outcome = 'accepted' from own
      where i.tid = own.tid and i.fid = own.fid and i.with_account and i.aid = ${aid} and i.outcome is null
      returning i.tid, i.fid
    )
    update memberships m set state = 'active' from accepted
    where m.tid = accepted.tid and m.fid = accepted.fid and m.aid = ${aid} and m.state = 'invited'
    returning m.tid, m.fid
  `.execute(transaction);
  return rows;
}

/**
 * Closes an account that a tenant created for a person who accepted with another account. It must never have been used.
 */
export async function closeUnusedAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ state: 'closed' })
    .where('aid', '=', aid)
    .where('mobile_verified_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .where((where) =>
      where.and([
        where.not(where.exists(where.selectFrom('sessions').select('sid').where('sessions.aid', '=', aid))),
        where.not(
          where.exists(
            where
              .selectFrom('memberships')
              .select('fid')
              .where('memberships.aid', '=', aid)
              .where('memberships.state', '!=', 'ended'),
          ),
        ),
      ]),
    )
    .execute();
}

/** Ends the management of an account by any tenant except `exceptBy`, because the person is now a member there. */
export async function endManagement(
  transaction: DatabaseTransaction,
  { aid, exceptBy }: { aid: string; exceptBy: string },
): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ managed_by: null })
    .where('aid', '=', aid)
    .where('managed_by', '!=', exceptBy)
    .execute();
}

/** Ends the management by a tenant whose invitation the person declined. */
export async function releaseAccount(
  transaction: DatabaseTransaction,
  { aid, tid }: { aid: string; tid: string },
): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ managed_by: null })
    .where('aid', '=', aid)
    .where('managed_by', '=', tid)
    .execute();
}
