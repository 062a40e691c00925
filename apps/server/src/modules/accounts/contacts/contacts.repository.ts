import { type SqlBool, sql } from 'kysely';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  violatedUniqueIndex,
} from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountRow } from '../accounts.repository.ts';
import type { Address } from './addresses.usecases.ts';

const contactCondition = ({ channel, text }: Address) =>
  channel === 'sms' ? sql<SqlBool>`mobile_no = ${text}` : sql<SqlBool>`lower(email) = ${text}`;

/**
 * Locks an account and every other one with the contact. The order by id prevents a deadlock of two accounts that
 * verify one contact concurrently.
 * @returns the current row of the account.
 */
export async function lockAccountsOfContact(
  transaction: DatabaseTransaction,
  { aid, contact }: { aid: string; contact: Address },
): Promise<AccountRow | undefined> {
  const rows = await transaction
    .selectFrom('accounts')
    .selectAll()
    .where((where) => where.or([where('aid', '=', aid), contactCondition(contact)]))
    .orderBy('aid')
    .forUpdate()
    .execute();
  return rows.find((row) => row.aid === aid);
}

/**
 * Removes the contact from every other account. Where it was verified, a database trigger also deletes the unverified
 * contact of that account.
 * @returns the current rows of these accounts.
 */
export function removeContactFromOthers(
  transaction: DatabaseTransaction,
  { aid, contact }: { aid: string; contact: Address },
): Promise<AccountRow[]> {
  return transaction
    .updateTable('accounts')
    .set(contact.channel === 'sms' ? { mobile_no: null } : { email: null })
    .where(contactCondition(contact))
    .where('aid', '!=', aid)
    .returningAll()
    .execute();
}

/**
 * Stores a contact as verified.
 * @throws ServiceError `login.phone_taken`, `login.email_taken` where another account verifies it concurrently.
 */
export async function updateVerifiedContact(
  transaction: DatabaseTransaction,
  { aid, contact: { channel, text }, at }: { aid: string; contact: Address; at: Date },
): Promise<AccountRow> {
  const changes =
    channel === 'sms'
      ? { mobile_no: text, mobile_verified_at: at }
      : // The same address keeps its stored upper and lower case.
        {
          email: sql<string>`case when lower(email) = ${text} then email else ${text} end`,
          email_verified_at: at,
        };
  return transaction
    .updateTable('accounts')
    .set(changes)
    .where('aid', '=', aid)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(rejectTakenContact);
}

function rejectTakenContact(error: unknown): never {
  const violatedIndex = violatedUniqueIndex(error);
  if (violatedIndex === 'accounts_verified_mobile_no') throw new ServiceError('login.phone_taken');
  if (violatedIndex === 'accounts_verified_email') throw new ServiceError('login.email_taken');
  throw error;
}

/** Withdraws the devices of an account, except the one that presents the code. */
export async function withdrawDevices(
  transaction: DatabaseTransaction,
  { aid, except, at }: { aid: string; except: { deviceID: string; thumbprint: string } | null; at: Date },
): Promise<void> {
  await transaction
    .updateTable('devices')
    .set({ withdrawn_at: at })
    .where('aid', '=', aid)
    .where('withdrawn_at', 'is', null)
    .where((where) =>
      where.or([
        where('device_id', 'is distinct from', except?.deviceID ?? null),
        where('thumbprint', 'is distinct from', except?.thumbprint ?? null),
      ]),
    )
    .execute();
}

export async function countMembersWithoutContact(db: DatabaseHandle, tid: string): Promise<number> {
  const { total } = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.aid', 'memberships.aid')
    .where('memberships.tid', '=', tid)
    .where('memberships.state', '=', 'active')
    .where('accounts.mobile_verified_at', 'is', null)
    .where('accounts.email_verified_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
