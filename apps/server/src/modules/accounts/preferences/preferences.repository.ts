import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

/** What a person set in the console, by name. The service does not read the values. */
export interface Preferences {
  readonly version: number;
  readonly preferences: Readonly<Record<string, unknown>>;
}

const none: Preferences = { version: 0, preferences: {} };

/** The preferences of an account. Version 0 says that none are stored. */
export async function selectPreferences(db: DatabaseHandle, aid: string): Promise<Preferences> {
  const row = await db
    .selectFrom('account_preferences')
    .select(['version', 'document'])
    .where('aid', '=', aid)
    .executeTakeFirst();
  return row ? { version: row.version, preferences: JSON.parse(row.document) } : none;
}

/** Locks the account, also before it has preferences. */
export async function lockAccount(transaction: DatabaseTransaction, aid: string): Promise<void> {
  await transaction.selectFrom('accounts').select('aid').where('aid', '=', aid).forUpdate().execute();
}

export async function upsertPreferences(
  transaction: DatabaseTransaction,
  { aid, version, preferences, at }: Preferences & { readonly aid: string; readonly at: Date },
): Promise<void> {
  const row = { version, document: JSON.stringify(preferences), updated_at: at };
  await transaction
    .insertInto('account_preferences')
    .values({ aid, ...row })
    .onConflict((conflict) => conflict.column('aid').doUpdateSet(row))
    .execute();
}
