import { type SqlBool, sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { AccountRow } from './accounts.repository.ts';
import type { Address } from './addresses.usecases.ts';

const has = ({ channel, text }: Address) =>
  channel === 'sms' ? sql<SqlBool>`mobile_no = ${text}` : sql<SqlBool>`lower(email) = ${text}`;

/** Removes the contact from every other account. @returns the accounts as they were. */
export async function removeContactFromOthers(
  transaction: DatabaseTransaction,
  { aid, contact }: { aid: string; contact: Address },
): Promise<AccountRow[]> {
  const others = await transaction
    .selectFrom('accounts')
    .selectAll()
    .where(has(contact))
    .where('aid', '!=', aid)
    .orderBy('aid')
    .forUpdate()
    .execute();
  if (others.length === 0) return [];
  await transaction
    .updateTable('accounts')
    .set(contact.channel === 'sms' ? { mobile_no: null } : { email: null })
    .where(
      'aid',
      'in',
      others.map((other) => other.aid),
    )
    .execute();
  return others;
}

/** The database rejects a contact that another account has proven. */
export async function updateVerifiedContact(
  transaction: DatabaseTransaction,
  { aid, contact: { channel, text }, at }: { aid: string; contact: Address; at: Date },
): Promise<AccountRow> {
  const changes =
    channel === 'sms'
      ? { mobile_no: text, mobile_verified_at: at }
      : // The form that was stored before, where it is the same address.
        {
          email: sql<string>`case when lower(email) = ${text} then email else ${text} end`,
          email_verified_at: at,
        };
  return transaction
    .updateTable('accounts')
    .set(changes)
    .where('aid', '=', aid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Withdraws the devices of an account, except the one that shows the code. */
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
