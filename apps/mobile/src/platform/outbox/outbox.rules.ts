import { type ErrorCode, isErrorCode, matchError } from '@sealflow/domain/errors';
import { ApiError, endsSession } from '../api/index.ts';
import type { OutboxEntry, Refusal } from './outbox.types.ts';

/**
 * What a failed request means for the decision in it:
 * `refused` - the service has answered no, for good;
 * `later` - this one may have been taken or not, others may go on;
 * `stop` - nothing gets through at the moment, and this one may have been taken or not;
 * `halt` - nothing gets through, and this one was certainly not taken.
 */
export type Failure = 'refused' | 'later' | 'stop' | 'halt';

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError) || error.kind !== 'http') return 'stop';
  const { status, code } = error;
  if (status === 401 || status === 429 || endsSession(error)) return 'halt';
  if (status === 502 || status === 503 || status === 504) return 'stop';
  // Something between us and the service can answer any status, but not a code of ours.
  if (status >= 500 || code === 'app.unknown_error' || code === 'app.page_not_found') return 'later';
  return 'refused';
}

/** Whether the same will be refused for the same reason again. */
export const isFinal = (error: unknown): boolean => failureOf(error) === 'refused';

/** The refusal of one task among several. */
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
 * Whether whoever refused has looked at the decision: who is turned away at the door learns nothing of an earlier try
 * whose answer was lost.
 */
export const isAboutDecision = ({ code }: Refusal): boolean => !/^(?:login|app)\./.test(code);

/** Refusals after which the same decision can be sent once more as it is. */
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

/** Whether several decisions can go in one call. */
export const goesTogether = ({ action }: Pick<OutboxEntry, 'action'>): boolean =>
  action === 'approve' || action === 'reject';

/** Waits between attempts on a line that fails, in ms. */
const waits = [2_000, 5_000, 15_000, 60_000] as const;
export const waitBefore = (attempt: number): number => waits[Math.min(attempt, waits.length - 1)] ?? 60_000;
