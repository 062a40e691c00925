import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';

type RequestLogRow = Selectable<Database['code_asks']>;
export type CodeRow = Selectable<Database['issued_codes']>;

/** Locks the request log of a counter, which serializes its requests. @returns the times of earlier requests. */
export async function lockRequestLog(
  db: DatabaseTransaction,
  { subject, at }: { subject: Buffer; at: Date },
): Promise<Pick<RequestLogRow, 'sent_at' | 'failed_at'>> {
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

export async function updateRequestLog(db: DatabaseTransaction, requestLog: RequestLogRow): Promise<void> {
  const { subject, ...changes } = requestLog;
  await db.updateTable('code_asks').set(changes).where('subject', '=', subject).execute();
}

export async function insertCode(
  db: DatabaseHandle,
  code: Insertable<Database['issued_codes']>,
): Promise<void> {
  await db.insertInto('issued_codes').values(code).execute();
}

/** Locks the code of a ticket, which serializes the attempts with it. */
export function lockCodeByTicket(
  db: DatabaseTransaction,
  ticketDigest: Buffer,
): Promise<CodeRow | undefined> {
  return db
    .selectFrom('issued_codes')
    .selectAll()
    .where('ticket_digest', '=', ticketDigest)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks every code of a contact for a purpose, in one order to prevent deadlocks. */
export function lockCodesBySubject(
  db: DatabaseTransaction,
  { subject, purpose }: Pick<CodeRow, 'subject' | 'purpose'>,
): Promise<CodeRow[]> {
  return db
    .selectFrom('issued_codes')
    .selectAll()
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .orderBy('ticket_digest')
    .forUpdate()
    .execute();
}

export async function countWrongAttempt(db: DatabaseTransaction, ticketDigest: Buffer): Promise<void> {
  await db
    .updateTable('issued_codes')
    .set((row) => ({ wrong_attempts: row('wrong_attempts', '+', 1) }))
    .where('ticket_digest', '=', ticketDigest)
    .execute();
}

export async function deleteCode(db: DatabaseHandle, ticketDigest: Buffer): Promise<void> {
  await db.deleteFrom('issued_codes').where('ticket_digest', '=', ticketDigest).execute();
}

/** Deletes all codes of these contacts, for every purpose. */
export async function deleteCodesBySubjects(db: DatabaseHandle, subjects: readonly Buffer[]): Promise<void> {
  if (subjects.length === 0) return;
  await db.deleteFrom('issued_codes').where('subject', 'in', subjects).execute();
}

/** Deletes expired codes, and request logs that no longer count. */
export async function deleteCodesAndLogsBefore(
  db: DatabaseHandle,
  { expiredBefore, requestedBefore }: { expiredBefore: Date; requestedBefore: Date },
): Promise<void> {
  await db.deleteFrom('issued_codes').where('expire_at', '<', expiredBefore).execute();
  await db.deleteFrom('verification_codes').where('expire_at', '<', expiredBefore).execute();
  await db.deleteFrom('code_asks').where('last_at', '<', requestedBefore).execute();
}
