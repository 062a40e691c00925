import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

type OperatorAccountRow = Selectable<Database['operator_accounts']>;

export async function insertOperatorAccount(
  db: DatabaseTransaction,
  row: { operatorID: string; aid: string; name: string; grantedBy: string | null; at: Date },
): Promise<void> {
  await db
    .insertInto('operator_accounts')
    .values({
      operator_id: row.operatorID,
      aid: row.aid,
      name: row.name,
      granted_by: row.grantedBy,
      granted_at: row.at,
    })
    .execute();
}

/** Whether the account has the operator role. */
export async function isActiveOperator(db: DatabaseHandle, aid: string): Promise<boolean> {
  const row = await db
    .selectFrom('operator_accounts')
    .select('operator_id')
    .where('aid', '=', aid)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The operator role of the account of a session, with the time at which the session presented two factors. */
export function selectOperatorOfSession(
  db: DatabaseHandle,
  { aid, sid }: { aid: string; sid: string },
): Promise<{ operatorID: string; twoFactorsAt: Date | null } | undefined> {
  return db
    .selectFrom('operator_accounts')
    .innerJoin('sessions', 'sessions.aid', 'operator_accounts.aid')
    .select(['operator_accounts.operator_id as operatorID', 'sessions.two_factors_at as twoFactorsAt'])
    .where('operator_accounts.aid', '=', aid)
    .where('operator_accounts.withdrawn_at', 'is', null)
    .where('sessions.sid', '=', sid)
    .executeTakeFirst();
}

/** Locks the operators whose role is not withdrawn, which serializes withdrawals. */
export function lockOperatorAccounts(transaction: DatabaseTransaction): Promise<OperatorAccountRow[]> {
  return transaction
    .selectFrom('operator_accounts')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('operator_id')
    .forUpdate()
    .execute();
}

export async function markOperatorAccountWithdrawn(
  transaction: DatabaseTransaction,
  { operatorID, by, at }: { operatorID: string; by: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('operator_accounts')
    .set({ withdrawn_at: at, withdrawn_by: by })
    .where('operator_id', '=', operatorID)
    .execute();
}

/** Whether any account has the operator role and can use it. */
export async function existsOperatorAccount(db: DatabaseHandle): Promise<boolean> {
  const row = await db
    .selectFrom('operator_accounts')
    .innerJoin('accounts', 'accounts.aid', 'operator_accounts.aid')
    .select('operator_accounts.operator_id')
    .where('operator_accounts.withdrawn_at', 'is', null)
    .where('accounts.state', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Operators, the newest first, also withdrawn ones. */
export function selectOperatorAccounts(db: DatabaseHandle, { skip, limit }: { skip: number; limit: number }) {
  return db
    .selectFrom('operator_accounts as operator')
    .leftJoin('accounts', 'accounts.aid', 'operator.aid')
    .leftJoin('totp_factors as totp', 'totp.aid', 'operator.aid')
    .selectAll('operator')
    .select(['accounts.username', 'accounts.state', 'totp.confirmed_at as totp_at'])
    .orderBy('operator.granted_at', 'desc')
    .orderBy('operator.operator_id')
    .offset(skip)
    .limit(limit)
    .execute();
}

/** The names of operators: of people, also withdrawn ones, and the labels of credentials. */
export function selectOperatorNames(
  db: DatabaseHandle,
  operatorIDs: readonly string[],
): Promise<{ operatorID: string; name: string | null }[]> {
  return db
    .selectFrom('operator_accounts')
    .select(['operator_id as operatorID', 'name'])
    .where('operator_id', 'in', operatorIDs)
    .unionAll(
      db
        .selectFrom('operator_credentials')
        .select(['operator_id as operatorID', 'label as name'])
        .where('operator_id', 'in', operatorIDs),
    )
    .execute();
}

export async function countOperatorAccounts(db: DatabaseHandle): Promise<number> {
  const { count } = await db
    .selectFrom('operator_accounts')
    .select((operator) => operator.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
