import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export async function insertDecisions(
  transaction: DatabaseTransaction,
  decisions: readonly Selectable<Database['flow_decisions']>[],
): Promise<void> {
  await sql`
    insert into flow_decisions (task_id, tid, flow_id, action, aid, fid, for_fid, note, seen_sha256, content_sha256,
      decided_at)
    select task_id, tid, flow_id, action, aid, fid, for_fid, note, seen_sha256, content_sha256, decided_at
    from json_to_recordset(${JSON.stringify(decisions)}::json) as decision (task_id text, tid text, flow_id text,
      action text, aid text, fid text, for_fid text, note text, seen_sha256 text, content_sha256 text,
      decided_at timestamptz)
  `.execute(transaction);
}

/** Identifies an idempotent request: the account, the scope of the key, and the key. */
export interface RequestKey {
  readonly aid: string;
  readonly scope: string;
  readonly key: string;
}

/** The stored responses to these requests, in their order; undefined for a request without one. */
export async function selectResponses(
  transaction: DatabaseTransaction,
  requests: readonly RequestKey[],
): Promise<({ request_sha256: string; answer: unknown } | undefined)[]> {
  if (requests.length === 0) return [];
  const requested = requests.map(({ aid, scope, key }, index) => ({ index, aid, scope, key }));
  const { rows } = await sql<{ index: number; request_sha256: string; answer: unknown }>`
    select requested.index, stored.request_sha256, stored.answer
    from json_to_recordset(${JSON.stringify(requested)}::json) as requested (index integer, aid text, scope text, key text)
    cross join lateral (
      select request_sha256, answer from workflow_requests
      where aid = requested.aid and scope = requested.scope and key = requested.key limit 1
    ) as stored
  `.execute(transaction);
  const responseByIndex = new Map(rows.map(({ index, ...response }) => [index, response]));
  return requests.map((_, index) => responseByIndex.get(index));
}

export async function insertResponses(
  transaction: DatabaseTransaction,
  responses: readonly (RequestKey & { requestSha256: string; answer: unknown; at: Date })[],
): Promise<void> {
  if (responses.length === 0) return;
  await sql`
    insert into workflow_requests (aid, scope, key, request_sha256, answer, created_at)
    select aid, scope, key, "requestSha256", answer, at
    from json_to_recordset(${JSON.stringify(responses)}::json) as response (aid text, scope text, key text,
      "requestSha256" text, answer json, at timestamptz)
  `.execute(transaction);
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
