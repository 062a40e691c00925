import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type AsksRow = Selectable<Database['code_asks']>;
export type CodeRow = Selectable<Database['verification_codes']>;

/** Makes asks for one number wait for each other. @returns when codes went there before. */
export async function lockAsks(
  db: DatabaseTransaction,
  { subject, at }: { subject: Buffer; at: Date },
): Promise<Pick<AsksRow, 'sent_at' | 'failed_at'>> {
  await db
    .insertInto('code_asks')
    .values({ subject, sent_at: [], failed_at: [], last_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('code_asks')
    .select(['sent_at', 'failed_at'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function writeAsks(db: DatabaseTransaction, asks: AsksRow): Promise<void> {
  const { subject, ...changed } = asks;
  await db.updateTable('code_asks').set(changed).where('subject', '=', subject).execute();
}

/** The new code stands in the place of the one before. */
export async function upsertCode(
  db: DatabaseHandle,
  code: Insertable<Database['verification_codes']>,
): Promise<void> {
  const { digest, expire_at } = code;
  await db
    .insertInto('verification_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['subject', 'purpose']).doUpdateSet({ digest, expire_at, wrong_tries: 0 }),
    )
    .execute();
}

type Which = Pick<CodeRow, 'subject' | 'purpose'>;

/** Makes those who show a code for one number and purpose wait for each other. */
export function lockCode(db: DatabaseTransaction, { subject, purpose }: Which): Promise<CodeRow | undefined> {
  return db
    .selectFrom('verification_codes')
    .selectAll()
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();
}

export async function countWrongTry(db: DatabaseTransaction, { subject, purpose }: Which): Promise<void> {
  await db
    .updateTable('verification_codes')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .execute();
}

/** Only while it is this very code: another may have taken its place. */
export async function deleteCode(
  db: DatabaseHandle,
  { subject, purpose, digest }: Which & Pick<CodeRow, 'digest'>,
): Promise<void> {
  await db
    .deleteFrom('verification_codes')
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('digest', '=', digest)
    .execute();
}

/** Forgets codes that ended, and asks that limit nothing any more. */
export async function deletePastCodes(
  db: DatabaseHandle,
  { endedBefore, askedBefore }: { endedBefore: Date; askedBefore: Date },
): Promise<void> {
  await db.deleteFrom('verification_codes').where('expire_at', '<', endedBefore).execute();
  await db.deleteFrom('code_asks').where('last_at', '<', askedBefore).execute();
}
