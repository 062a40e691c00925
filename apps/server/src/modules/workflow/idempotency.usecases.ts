import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  deleteRequestsBefore,
  insertRequest,
  type RequestKey,
  selectRequest,
} from './decision.repository.ts';
import { sha256Of } from './digest.usecases.ts';

export interface IdempotentRequest {
  readonly aid: string;
  /** The scope of the key: one task, one flow, or one tenant's applications. */
  readonly scope: string;
  readonly key: string | undefined;
  /** The content of the request. The same key with different content is rejected. */
  readonly content: unknown;
  readonly at: Date;
}

/**
 * Runs the work once per key and returns the same response for every repeated request. The response is stored in the
 * transaction of the work. The caller must already hold a lock that prevents concurrent runs of the same request.
 * @throws ServiceError `work.idempotency_key_reused` for a key that was used with other content.
 */
export async function runOnce<Answer>(
  transaction: DatabaseTransaction,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { aid, scope, key, at } = request;
  if (key === undefined) return work();
  const requestKey: RequestKey = { aid, scope, key };
  const requestSha256 = sha256Of(JSON.stringify(request.content));
  const stored = await selectRequest(transaction, requestKey);
  if (stored) {
    if (stored.request_sha256 !== requestSha256) throw new ServiceError('work.idempotency_key_reused');
    return stored.answer as Answer;
  }
  const answer = await work();
  await insertRequest(transaction, { ...requestKey, requestSha256, answer, at });
  return answer;
}

/** Clients do not repeat a request after a week; the decision itself rejects a second one at any time. */
const requestRetentionMs = 7 * 86_400_000;

/** Deletes stored responses whose keys have expired. */
export function deleteExpiredRequests(db: DatabaseHandle, now: number): Promise<void> {
  return deleteRequestsBefore(db, new Date(now - requestRetentionMs));
}
