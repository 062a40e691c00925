import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { deleteChannels } from './erase-member.repository.ts';

/**
 * Locks an account that is due for deletion, by request of its owner or by the retention time of closed accounts.
 * Accounts that another node is deleting are skipped.
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

/**
 * The memberships of the account, and the invitations addressed to it that were not accepted. Per tenant the
 * memberships come first.
 */
export async function selectErasableMemberships(
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

/** Addressed by a verified contact or by the user name: an unverified contact may belong to another person. */
const isAddressed = sql`(i.aid = a.aid
  or i.mobile_no = a.mobile_no and a.mobile_verified_at is not null
  or lower(i.email) = lower(a.email) and a.email_verified_at is not null)`;

/** Ids of the devices of the account that no other account uses. */
export async function selectOwnDevices(transaction: DatabaseTransaction, aid: string): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from devices as own where aid = ${aid}
      and not exists (select from devices where device_id = own.device_id and aid <> ${aid})
  `.execute(transaction);
  return rows.map(({ device_id }) => device_id);
}

/** Deletes the account and all rows that depend only on it. References in tenants must have been replaced before. */
export async function deleteAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  await sql`
    delete from pgboss.job where data ->> 'aid' = ${aid} or data ->> 'noticeID' in
      (select notice_id from account_notices where aid = ${aid})
  `.execute(transaction);
  // Neither table refers to the account. Rows of a device that two accounts share stay until they expire: without them
  // the proofs and requests of the other account could be replayed.
  for (const table of ['proof_uses', 'recent_proof_uses']) {
    await sql`
      delete from ${sql.table(table)} where thumbprint in (
        select thumbprint from devices as own where aid = ${aid}
          and not exists (select from devices where thumbprint = own.thumbprint and aid <> ${aid}))
    `.execute(transaction);
  }
  await sql`
    delete from request_tokens where device_id in (
      select device_id from devices as own where aid = ${aid}
        and not exists (select from devices where device_id = own.device_id and aid <> ${aid}))
  `.execute(transaction);
  // No foreign key protects the tokens of a session and the sessions of a device. The lock waits for an exchange of a token of the
  // session; the lock of the account has waited for a sign-in.
  await sql`select from sessions where aid = ${aid} order by sid for update`.execute(transaction);
  await sql`delete from session_tokens where sid in (select sid from sessions where aid = ${aid})`.execute(
    transaction,
  );
  // Invitations that a tenant created together with the account and that another account accepted.
  await sql`update invitations set aid = null where aid = ${aid}`.execute(transaction);
  const tables = [
    'agreement_consents',
    'push_registrations',
    'sessions',
    'devices',
    'account_notices',
    'workflow_requests',
    'known_source_failures',
    'totp_factors',
    'recovery_codes',
    'account_preferences',
    'notification_settings',
  ];
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where aid = ${aid}`.execute(transaction);
  }
  await sql`
    update operator_accounts set name = null, withdrawn_at = coalesce(withdrawn_at, now()) where aid = ${aid}
  `.execute(transaction);
  await deleteChannels(transaction, { aid });
  await sql`delete from message_reads where aid = ${aid}`.execute(transaction);
  await sql`delete from rate_counters where strpos(key, ${aid}) > 0`.execute(transaction);
  await sql`delete from accounts where aid = ${aid}`.execute(transaction);
}

/** Schedules the deletion of an account. */
export async function updateDeletion(
  transaction: DatabaseTransaction,
  { aid, deleteAt }: { aid: string; deleteAt: Date },
): Promise<void> {
  await transaction.updateTable('accounts').set({ delete_at: deleteAt }).where('aid', '=', aid).execute();
}
