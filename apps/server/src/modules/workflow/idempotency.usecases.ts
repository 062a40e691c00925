import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { deleteRequests, insertRequest, type RequestKey, selectRequest } from './decision.repository.ts';
import { sha256Of } from './digest.usecases.ts';

export interface IdempotentRequest {
  readonly aid: string;
  /** What the key is good for: one task, or one tenant's applications. */
  readonly scope: string;
  readonly key: string | undefined;
  /** All that the request says; the same key with anything else is refused. */
  readonly content: unknown;
  readonly at: Date;
}

/**
 * Does the work once for a key and gives the same answer ever after. The answer is stored in the transaction of the
 * work; whoever asks must already hold a lock that keeps the same request from running beside itself.
 * @throws ServiceError `work.idempotency_key_reused` for a key that was used for another request.
 */
export async function once<Answer>(
  transaction: DatabaseTransaction,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { aid, scope, key, at } = request;
  if (key === undefined) return work();
  const requestKey: RequestKey = { aid, scope, key };
  const requestSha256 = sha256Of(JSON.stringify(request.content));
  const known = await selectRequest(transaction, requestKey);
  if (known) {
    if (known.request_sha256 !== requestSha256) throw new ServiceError('work.idempotency_key_reused');
    return known.answer as Answer;
  }
  const answer = await work();
  await insertRequest(transaction, { ...requestKey, requestSha256, answer, at });
  return answer;
}

/** Nobody repeats a request after a week; the decision itself refuses a second one for ever. */
const repeatable = 7 * 86_400_000;

/** Forgets the answers that nobody will ask for again. */
export function forgetPastRequests(db: DatabaseHandle, now: number): Promise<void> {
  return deleteRequests(db, new Date(now - repeatable));
}
