import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { deleteChannels } from './erase-member.repository.ts';

/**
 * Locks an account that is due for deletion, by its owner's request or by the setting for closed ones. Accounts that another node
 * deletes are skipped.
 */
export async function lockDueAccount(
  transaction: DatabaseTransaction,
  { now, closedBefore, except }: { now: Date; closedBefore: Date | null; except: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ aid: string }>`
    select aid from accounts
    where (delete_at <= ${now} or closed_at <= ${closedBefore}::timestamptz) and password_hash <> ''
      and aid <> all(${[...except]}::text[])
    order by aid limit 1 for update skip locked
  `.execute(transaction);
  return rows[0]?.aid;
}

/** The memberships of the account and the invitations addressed to it that never became one; memberships first. */
export async function selectPlaces(
  transaction: DatabaseTransaction,
  aid: string,
): Promise<{ tid: string; fid: string }[]> {
  const { rows } = await sql<{ tid: string; fid: string }>`
    select m.tid, m.fid from memberships m
    left join invitations i on i.tid = m.tid and i.fid = m.fid
    join accounts a on a.aid = ${aid}
    where m.aid = a.aid or m.aid is null and ${isAddressed}
    order by m.tid, m.aid nulls last, m.fid
  `.execute(transaction);
  return rows;
}

/** By a contact that the account has proven, or by its user name: a mere claim reaches no invitation of somebody else. */
const isAddressed = sql`(i.aid = a.aid
  or i.mobile_no = a.mobile_no and a.mobile_verified_at is not null
  or lower(i.email) = lower(a.email) and a.email_verified_at is not null)`;

/** Ids of the account's devices that no other account has. */
export async function selectOwnDevices(transaction: DatabaseTransaction, aid: string): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from devices as own where aid = ${aid}
      and not exists (select from devices where device_id = own.device_id and aid <> ${aid})
  `.execute(transaction);
  return rows.map(({ device_id }) => device_id);
}

/** Deletes the account and everything that hangs on it alone; what names it in a tenant is replaced before. */
export async function deleteAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  await sql`
    delete from pgboss.job where data ->> 'aid' = ${aid} or data ->> 'noticeID' in
      (select notice_id from account_notices where aid = ${aid})
  `.execute(transaction);
  // Neither table names the account. What two accounts of a device share stays until it expires: without it the other account's
  // proofs and requests could be replayed.
  await sql`
    delete from proof_uses where thumbprint in (
      select thumbprint from devices as own where aid = ${aid}
        and not exists (select from devices where thumbprint = own.thumbprint and aid <> ${aid}))
  `.execute(transaction);
  await sql`
    delete from request_tokens where device_id in (
      select device_id from devices as own where aid = ${aid}
        and not exists (select from devices where device_id = own.device_id and aid <> ${aid}))
  `.execute(transaction);
  await sql`delete from session_tokens where sid in (select sid from sessions where aid = ${aid})`.execute(
    transaction,
  );
  // What a tenant created with the account and another account accepted.
  await sql`update invitations set aid = null where aid = ${aid}`.execute(transaction);
  const tables = [
    'push_registrations',
    'sessions',
    'devices',
    'account_notices',
    'workflow_requests',
    'known_source_failures',
  ];
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where aid = ${aid}`.execute(transaction);
  }
  await deleteChannels(transaction, { aid });
  await sql`delete from message_reads where aid = ${aid}`.execute(transaction);
  await sql`delete from rate_counters where strpos(key, ${aid}) > 0`.execute(transaction);
  await sql`delete from accounts where aid = ${aid}`.execute(transaction);
}
