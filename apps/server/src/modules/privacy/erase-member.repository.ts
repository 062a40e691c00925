import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';

/** A member whose data is erased, and the pseudonym that replaces them in data of other people. */
export interface ErasedMember {
  readonly tid: string;
  readonly fid: string;
  readonly aid: string;
  /** Id of the placeholder account and of its membership. */
  readonly pseudonym: string;
  /** Text that replaces the name. */
  readonly displayName: string;
}

/**
 * Locks a membership.
 * @returns its name, its account and the contacts of the account; `aid` is null for an invitation that was not
 * accepted. Undefined where the membership does not exist.
 */
export async function lockMember(
  transaction: DatabaseTransaction,
  { tid, fid }: { tid: string; fid: string },
): Promise<{ aid: string | null; name: string; email: string | null; mobile_no: string | null } | undefined> {
  return transaction
    .selectFrom('memberships')
    .leftJoin('accounts', 'accounts.aid', 'memberships.aid')
    .select(['memberships.aid', 'memberships.name', 'accounts.email', 'accounts.mobile_no'])
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .forUpdate('memberships')
    .executeTakeFirst();
}

/** Inserts the placeholder account and membership to which past acts will refer. The account has no password. */
export async function insertPlaceholder(
  transaction: DatabaseTransaction,
  { tid, pseudonym, displayName }: ErasedMember,
): Promise<void> {
  await sql`
    insert into accounts (aid, username, password_hash, state)
    values (${pseudonym}, ${pseudonym}, '', 'closed') on conflict (aid) do nothing
  `.execute(transaction);
  await sql`delete from message_reads where aid = ${pseudonym}`.execute(transaction);
  await sql`
    insert into memberships (tid, fid, aid, name, state)
    values (${tid}, ${pseudonym}, ${pseudonym}, ${displayName}, 'ended')
  `.execute(transaction);
}

/**
 * Condition for stored responses about applications and tasks of one tenant. An account also has responses of other
 * tenants.
 */
export const requestsOf = (tid: string) => sql`(
  scope = ${`apply:${tid}`}
  or scope like 'task:%' and exists (select from flow_tasks where tid = ${tid} and task_id = substr(scope, 6))
  or scope like 'flow:%' and exists (select from flows where tid = ${tid} and flow_id = substr(scope, 6))
  or scope like 'comment:%' and exists (select from flows where tid = ${tid} and flow_id = substr(scope, 9)))`;

/**
 * Deletes the responses that are stored for repeated requests of the person, and those about comments that mention the person, which
 * contain the name. Must run before {@link deleteDrafts}.
 */
export async function deleteRequests(
  transaction: DatabaseTransaction,
  { tid, fid, aid }: ErasedMember,
): Promise<void> {
  await sql`
    delete from workflow_requests where scope like 'comment:%' and answer::text like ${likePattern(JSON.stringify(fid))}
      and ${requestsOf(tid)}
  `.execute(transaction);
  await sql`delete from workflow_requests where aid = ${aid} and ${requestsOf(tid)}`.execute(transaction);
}

/** Deletes drafts, which no other person has seen, with all dependent rows. */
export async function deleteDrafts(
  transaction: DatabaseTransaction,
  { tid, fid }: ErasedMember,
): Promise<void> {
  const drafts = sql`select flow_id from flows where tid = ${tid} and applicant_fid = ${fid} and state = 'new'`;
  await sql`delete from file_access where holder in (${drafts})`.execute(transaction);
  await sql`delete from flow_files where flow_id in (${drafts})`.execute(transaction);
  await sql`delete from flow_decisions where tid = ${tid} and flow_id in (${drafts})`.execute(transaction);
  await sql`delete from flow_acts where tid = ${tid} and flow_id in (${drafts})`.execute(transaction);
  await sql`delete from flow_tasks where tid = ${tid} and flow_id in (${drafts})`.execute(transaction);
  await sql`
    delete from flows where tid = ${tid} and applicant_fid = ${fid} and state = 'new'
  `.execute(transaction);
}

/**
 * Deletes files that no application refers to, and packages made for the person.
 * @returns the keys of their objects.
 */
export async function deleteOwnFiles(
  transaction: DatabaseTransaction,
  { tid, fid }: ErasedMember,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with unheld as (
      delete from files where tid = ${tid} and owner_fid = ${fid}
        and not exists (select from file_access where file_access.uri = files.uri)
        and not exists (select from flow_files where flow_files.uri = files.uri)
      returning object_key
    ), packages as (
      delete from prepared_downloads where tid = ${tid} and fid = ${fid} returning object_key
    ), loose as (
      insert into loose_objects (key)
      select object_key from unheld union select object_key from packages where object_key is not null
      on conflict do nothing
      returning key
    )
    select key from loose
  `.execute(transaction);
  return rows.map(({ key }) => key);
}

/**
 * Deletes the person from imported files: the rows that became the member, and those with one of the identifiers, which may
 * have failed. Must run before {@link deleteMembership}.
 */
export async function deleteImportedRows(
  transaction: DatabaseTransaction,
  { tid, fid, aid }: ErasedMember,
): Promise<void> {
  await sql`
    with person as (
      select m.staff_id, a.username, a.mobile_no, a.email, i.username as invited_as, i.mobile_no as invited_phone,
        i.email as invited_email
      from memberships m left join accounts a on a.aid = ${aid} left join invitations i on i.tid = m.tid and i.fid = m.fid
      where m.tid = ${tid} and m.fid = ${fid}
    ), names as (
      select array_remove(array['fid:' || ${fid}, 'staff:' || staff_id, 'username:' || lower(username),
        'username:' || lower(invited_as), 'phone:' || mobile_no, 'phone:' || invited_phone,
        'email:' || lower(email), 'email:' || lower(invited_email)], null) as keys from person
    )
    delete from member_import_rows where tid = ${tid} and (fid = ${fid} or keys && (select keys from names))
  `.execute(transaction);
}

/** Deletes rows of this tenant that concern only the person. */
export async function deleteOwnRows(
  transaction: DatabaseTransaction,
  { tid, fid, aid }: ErasedMember,
): Promise<void> {
  await sql`delete from clearances where tid = ${tid} and fid = ${fid}`.execute(transaction);
  await sql`delete from absences where tid = ${tid} and deputy_fid = ${fid}`.execute(transaction);
  for (const table of ['absences', 'document_grants', 'flow_follows']) {
    await sql`delete from ${sql.table(table)} where tid = ${tid} and fid = ${fid}`.execute(transaction);
  }
  await sql`delete from trusted_mailboxes where tid = ${tid} and fid = ${fid}`.execute(transaction);
  await sql`
    delete from rate_counters where starts_with(key, ${`comment ${tid} `}) and right(key, ${fid.length + 1}::int) = ${` ${fid}`}
  `.execute(transaction);
  await deleteChannels(transaction, { aid, tid });
  await sql`
    delete from message_reads where aid = ${aid}
      and session_id in (select session_id from message_channels where tid = ${tid})
  `.execute(transaction);
  await sql`delete from membership_roles where tid = ${tid} and fid = ${fid}`.execute(transaction);
}

/** Deletes the message channels of an account with their messages; only those of one tenant where `tid` is given. */
export async function deleteChannels(
  transaction: DatabaseTransaction,
  { aid, tid }: { aid: string; tid?: string },
): Promise<void> {
  const channels = sql`
    select session_id from message_channels where aid = ${aid} and (${tid ?? null}::text is null or tid = ${tid ?? null})`;
  // Posting changes the session first. Without the lock it could add a message after the others are deleted.
  await sql`select from message_channels where session_id in (${channels}) for update`.execute(transaction);
  const messages = sql`select coalesce(message_id, session_id || '.' || sequence) from messages where session_id in (${channels})`;
  await sql`delete from push_deliveries where message_id in (${messages})`.execute(transaction);
  await sql`delete from message_fanout where message_id in (${messages})`.execute(transaction);
  await sql`delete from message_reads where session_id in (${channels})`.execute(transaction);
  await sql`delete from messages where session_id in (${channels})`.execute(transaction);
  await sql`
    delete from message_channels where aid = ${aid} and (${tid ?? null}::text is null or tid = ${tid ?? null})
  `.execute(transaction);
}

/** Deletes the membership. Its id is never used again, because sealed documents still contain it. */
export async function deleteMembership(
  transaction: DatabaseTransaction,
  { tid, fid }: ErasedMember,
): Promise<void> {
  await sql`delete from invitations where tid = ${tid} and fid = ${fid}`.execute(transaction);
  await sql`delete from memberships where tid = ${tid} and fid = ${fid}`.execute(transaction);
  await sql`
    insert into retired_members (tid, digest) values (${tid}, member_id_digest(${tid}, ${fid})) on conflict do nothing
  `.execute(transaction);
}
