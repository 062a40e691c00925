import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { deleteRequestsBefore, insertResponses, selectResponses } from './decision.repository.ts';
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
  const [stored] = await findResponses(transaction, [request]);
  if (stored instanceof ServiceError) throw stored;
  if (stored) return stored.answer as Answer;
  const answer = await work();
  await storeResponses(transaction, [{ request, answer }]);
  return answer;
}

/**
 * The stored responses to repeated requests, in the order of the requests: undefined for a new one, and a ServiceError
 * `work.idempotency_key_reused` for a key that was used with other content. For locks see {@link runOnce}.
 */
export async function findResponses(
  transaction: DatabaseTransaction,
  requests: readonly IdempotentRequest[],
): Promise<({ readonly answer: unknown } | ServiceError | undefined)[]> {
  const keyed = requests.filter(hasKey);
  const stored = await selectResponses(transaction, keyed);
  const responses = new Map(keyed.map((request, index) => [request as IdempotentRequest, stored[index]]));
  return requests.map((request) => {
    const response = responses.get(request);
    if (response === undefined) return undefined;
    if (response.request_sha256 !== digestOf(request)) return new ServiceError('work.idempotency_key_reused');
    return { answer: response.answer };
  });
}

/** Stores the responses to new requests, in the transaction of their work. Requests without a key are not stored. */
export function storeResponses(
  transaction: DatabaseTransaction,
  responses: readonly { readonly request: IdempotentRequest; readonly answer: unknown }[],
): Promise<void> {
  return insertResponses(
    transaction,
    responses.flatMap(({ request, answer }) => {
      const { aid, scope, at } = request;
      return hasKey(request)
        ? [{ aid, scope, key: request.key, requestSha256: digestOf(request), answer, at }]
        : [];
    }),
  );
}

const hasKey = (request: IdempotentRequest): request is IdempotentRequest & { readonly key: string } =>
  request.key !== undefined;
const digestOf = ({ content }: IdempotentRequest): string => sha256Of(JSON.stringify(content));

/** Clients do not repeat a request after a week; the decision itself rejects a second one at any time. */
const requestRetentionMs = 7 * 86_400_000;

/** Deletes stored responses whose keys have expired. */
export function deleteExpiredRequests(db: DatabaseHandle, now: number): Promise<void> {
  return deleteRequestsBefore(db, new Date(now - requestRetentionMs));
}
