import { type ErrorCode, isErrorCode, matchError } from '@sealflow/domain/errors';
import { ApiError, endsSession } from '../api/index.ts';
import type { OutboxEntry, Refusal } from './outbox.types.ts';

/**
 * The meaning of a failed request for its decision:
 * `refused` - the service has refused it for good;
 * `later` - it may or may not have been applied, others may be sent;
 * `stop` - no request succeeds at the moment, and it may or may not have been applied;
 * `halt` - no request succeeds, and it was certainly not applied.
 */
export type Failure = 'refused' | 'later' | 'stop' | 'halt';

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError) || error.kind !== 'http') return 'stop';
  const { status, code } = error;
  if (status === 401 || status === 429 || endsSession(error)) return 'halt';
  if (status === 502 || status === 503 || status === 504) return 'stop';
  // A proxy can answer with any status, but not with a code of ours.
  if (status >= 500 || code === 'app.unknown_error' || code === 'app.page_not_found') return 'later';
  return 'refused';
}

/** Whether a repetition will be refused for the same reason. */
export const isFinal = (error: unknown): boolean => failureOf(error) === 'refused';

/** The refusal of one task of a bulk request. */
export function bulkRefusal({
  code,
  message,
}: {
  readonly code: string | null;
  readonly message: string | null;
}): Refusal {
  if (code !== null && isErrorCode(code)) return { code, params: {} };
  return matchError('work', message ?? '');
}

/**
 * Whether the refusal is about the decision itself: a refusal by authentication says nothing about an earlier attempt
 * whose response was lost.
 */
export const isAboutDecision = ({ code }: Refusal): boolean => !/^(?:login|app)\./.test(code);

/** Refusals after which the same decision can be sent again unchanged. */
const repeatable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'app.unknown_error',
  'app.too_many_requests',
  'app.unavailable',
  'work.request_failed',
  'app.server_unreachable',
  'app.connection_refused',
  'work.server_api_not_specified',
]);

export const isRepeatable = ({ code }: Refusal): boolean => repeatable.has(code);

/** Whether several decisions can be sent in one call. */
export const canBeBatched = ({ action }: Pick<OutboxEntry, 'action'>): boolean =>
  action === 'approve' || action === 'reject';

/** The time in which a decision of the queue can be undone before it is sent. */
export const undoMs = 5_000;

/** Whether a waiting decision can still be undone. A longer wait means that the device's clock was set back. */
export const isHeld = (
  { state, tried, notBefore }: Pick<OutboxEntry, 'state' | 'tried' | 'notBefore'>,
  now: number,
): boolean =>
  state === 'waiting' && !tried && notBefore !== null && notBefore > now && notBefore <= now + undoMs;

/** Time until the next attempt to send waiting decisions, in ms; null if none waits. */
export function nextAttempt(
  entries: readonly Pick<OutboxEntry, 'state' | 'tried' | 'notBefore'>[],
  { now, attempt }: { readonly now: number; readonly attempt: number },
): { readonly delayMs: number; readonly isRetry: boolean } | null {
  const waiting = entries.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  const holds = waiting.flatMap((entry) =>
    isHeld(entry, now) && entry.notBefore !== null ? [entry.notBefore - now] : [],
  );
  const holdMs = Math.min(...holds);
  const retryMs = holds.length === waiting.length ? Number.POSITIVE_INFINITY : retryDelayMs(attempt);
  return { delayMs: Math.min(holdMs, retryMs), isRetry: retryMs < holdMs };
}

/** Delays between attempts on a failing network, in ms. */
const retryDelaysMs = [2_000, 5_000, 15_000, 60_000] as const;
export const retryDelayMs = (attempt: number): number =>
  retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 60_000;
