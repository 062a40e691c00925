import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export async function insertDecision(
  transaction: DatabaseTransaction,
  decision: Insertable<Database['flow_decisions']>,
): Promise<void> {
  await transaction.insertInto('flow_decisions').values(decision).execute();
}

/** Identifies an idempotent request: the account, the scope of the key, and the key. */
export interface RequestKey {
  readonly aid: string;
  readonly scope: string;
  readonly key: string;
}

export function selectRequest(transaction: DatabaseTransaction, { aid, scope, key }: RequestKey) {
  return transaction
    .selectFrom('workflow_requests')
    .select(['request_sha256', 'answer'])
    .where('aid', '=', aid)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function insertRequest(
  transaction: DatabaseTransaction,
  request: RequestKey & { requestSha256: string; answer: unknown; at: Date },
): Promise<void> {
  const { aid, scope, key, requestSha256, answer, at } = request;
  await transaction
    .insertInto('workflow_requests')
    .values({
      aid,
      scope,
      key,
      request_sha256: requestSha256,
      answer: JSON.stringify(answer),
      created_at: at,
    })
    .execute();
}

/** Deletes stored responses that were created before the given time. */
export async function deleteRequestsBefore(db: DatabaseHandle, before: Date): Promise<void> {
  await db.deleteFrom('workflow_requests').where('created_at', '<', before).execute();
}

/**
 * Serialises an account's applications until the transaction ends, so that a repeated request finds the first one.
 */
export async function lockApplicant(transaction: DatabaseTransaction, aid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow.apply:${aid}`}, 0))`.execute(
    transaction,
  );
}
