import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { MembershipState } from '../../infra/database/tables/tenants.table.ts';

/** What identifies an imported person; `n` is the number of the row. */
export interface PersonKeys {
  readonly n: number;
  readonly staffID: string | null;
  readonly fid: string | null;
  readonly username: string | null;
  readonly mobileNo: string | null;
  readonly email: string | null;
}

export interface PersonMatch {
  readonly n: number;
  readonly fid: string;
}

/**
 * The members and open invitations of a tenant that have these keys. A contact counts as in `selectSamePerson`: an
 * unverified one beside a verified one may belong to another person. An invitation with an account never expires.
 */
export async function selectMatches(
  db: DatabaseHandle,
  { tid, people, now }: { tid: string; people: readonly PersonKeys[]; now: Date },
): Promise<PersonMatch[]> {
  const isOpen = sql`(i.expire_at > ${now} or i.with_account)`;
  const { rows } = await sql<PersonMatch>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as one (n int, "staffID" text, fid text, username text, "mobileNo" text, email text)
    ), owned as (
      select one.n, a.aid from asked one join accounts a on lower(a.username) = lower(one.username)
      union
      select one.n, a.aid from asked one join accounts a on a.mobile_no = one."mobileNo"
        and (a.mobile_verified_at is not null or a.email_verified_at is null)
      union
      select one.n, a.aid from asked one join accounts a on lower(a.email) = lower(one.email)
        and (a.email_verified_at is not null or a.mobile_verified_at is null)
    ), invited as (
      select one.n, i.fid from asked one join invitations i on lower(i.email) = lower(one.email)
        where i.tid = ${tid} and i.outcome is null and ${isOpen}
      union
      select one.n, i.fid from asked one join invitations i on i.mobile_no = one."mobileNo"
        where i.tid = ${tid} and i.outcome is null and ${isOpen}
      union
      select one.n, i.fid from asked one join invitations i on lower(i.username) = lower(one.username)
        where i.tid = ${tid} and i.outcome is null and ${isOpen} and one.username is not null
    )
    select one.n, m.fid from asked one
      join memberships m on m.tid = ${tid} and m.staff_id = one."staffID" where m.state <> 'ended'
    union
    select one.n, m.fid from asked one
      join memberships m on m.tid = ${tid} and m.fid = one.fid where m.state <> 'ended'
    union
    select owned.n, m.fid from owned
      join memberships m on m.tid = ${tid} and m.aid = owned.aid where m.state in ('active', 'suspended')
    union
    select invited.n, m.fid from invited
      -- An expression that no index has: otherwise all invited members are read before the invitations that match.
      join memberships m on m.tid = ${tid} and m.fid = invited.fid where m.state || '' = 'invited'
  `.execute(db);
  return rows;
}

/** The ids among these that belong to a former member, or did before its data was deleted. */
export async function selectFormerIDs(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<string[]> {
  if (fids.length === 0) return [];
  const { rows } = await sql<{ fid: string }>`
    select one.fid from unnest(${[...fids]}::text[]) as one (fid)
    where exists (select from memberships m where m.tid = ${tid} and m.fid = one.fid and m.state = 'ended')
      or exists (select from retired_members r
        where r.tid = ${tid} and r.digest = member_id_digest(${tid}, one.fid))
  `.execute(db);
  return rows.map(({ fid }) => fid);
}

export interface ImportedMemberRow {
  readonly fid: string;
  readonly name: string;
  readonly state: MembershipState;
  readonly org_id: string | null;
  readonly staff_id: string | null;
  readonly role_ids: string[];
}

export async function selectImportedMembers(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<ImportedMemberRow[]> {
  if (fids.length === 0) return [];
  const { rows } = await sql<ImportedMemberRow>`
    select fid, name, state, org_id, staff_id, array(
      select role_id from membership_roles h where h.tid = m.tid and h.fid = m.fid) as role_ids
    from memberships m where tid = ${tid} and fid = any(${[...fids]}::text[])
  `.execute(db);
  return rows;
}

/** A new member of an import, with its account. */
export interface ImportedMemberForm {
  readonly fid: string;
  readonly aid: string;
  readonly name: string;
  readonly orgID: string | null;
  readonly staffID: string | null;
  readonly roleIDs: readonly string[];
  /** The id of the invitation and what it names; null for a member who is active at once. */
  readonly invitation: {
    readonly id: string;
    readonly username: string | null;
    readonly mobileNo: string | null;
    readonly email: string | null;
  } | null;
}

export async function insertImportedMembers(
  transaction: DatabaseTransaction,
  {
    tid,
    members,
    at,
    expireAt,
  }: { tid: string; members: readonly ImportedMemberForm[]; at: Date; expireAt: Date },
): Promise<void> {
  const json = JSON.stringify(members);
  await sql`
    insert into memberships (tid, fid, aid, name, org_id, staff_id, state)
    select ${tid}, fid, aid, name, "orgID", "staffID", case when invitation is null then 'active' else 'invited' end
    from jsonb_to_recordset(${json}::jsonb)
      as one (fid text, aid text, name text, "orgID" text, "staffID" text, invitation jsonb)
  `.execute(transaction);
  await sql`
    insert into membership_roles (tid, fid, role_id)
    select ${tid}, fid, jsonb_array_elements_text("roleIDs")
    from jsonb_to_recordset(${json}::jsonb) as one (fid text, "roleIDs" jsonb)
  `.execute(transaction);
  await sql`
    insert into invitations
      (tid, fid, invitation_id, username, mobile_no, email, aid, with_account, sent_at, expire_at)
    select ${tid}, fid, invitation ->> 'id', invitation ->> 'username', invitation ->> 'mobileNo',
      invitation ->> 'email', aid, true, ${at}, ${expireAt}
    from jsonb_to_recordset(${json}::jsonb) as one (fid text, aid text, invitation jsonb)
    where jsonb_typeof(invitation) = 'object'
  `.execute(transaction);
}

/** Releases staff ids that former members still have, so that new members can have them. */
export async function releaseStaffIDs(
  transaction: DatabaseTransaction,
  { tid, staffIDs }: { tid: string; staffIDs: readonly string[] },
): Promise<void> {
  await sql`
    update memberships set staff_id = null
    where tid = ${tid} and state = 'ended' and staff_id = any(${[...staffIDs]}::text[])
  `.execute(transaction);
}

/** Changes of a member's own columns. Null: no change. */
export interface ImportedMemberChange {
  readonly fid: string;
  readonly name: string | null;
  readonly orgID: string | null;
  readonly staffID: string | null;
}

export async function updateImportedMembers(
  transaction: DatabaseTransaction,
  { tid, changes }: { tid: string; changes: readonly ImportedMemberChange[] },
): Promise<void> {
  await sql`
    update memberships m set name = coalesce(one.name, m.name), org_id = coalesce(one."orgID", m.org_id),
      staff_id = coalesce(one."staffID", m.staff_id)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as one (fid text, name text, "orgID" text, "staffID" text)
    where m.tid = ${tid} and m.fid = one.fid
  `.execute(transaction);
}

/** Moves the staff id of an accepted invitation to the former membership that the person resumes. */
export async function moveStaffID(
  transaction: DatabaseTransaction,
  { tid, from, to }: { tid: string; from: string; to: string },
): Promise<void> {
  const { rows } = await sql<{ staffID: string | null }>`
    with source as (select staff_id from memberships where tid = ${tid} and fid = ${from}),
    released as (update memberships set staff_id = null where tid = ${tid} and fid = ${from})
    select staff_id as "staffID" from source
  `.execute(transaction);
  const staffID = rows[0]?.staffID ?? null;
  if (staffID === null) return;
  await sql`update memberships set staff_id = ${staffID} where tid = ${tid} and fid = ${to}`.execute(
    transaction,
  );
}
