import type { ErrorCode } from '@sealflow/domain/errors';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { decrementCounter, incrementCounter, readCounter } from '../../infra/http/rate-limit.middleware.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import type { AdminServices } from './admin.types.ts';

/** Failed look-ups of accounts by the administrators of one tenant. */
export const lookupLimit = { maxFailures: 60, windowMs: 3_600_000 };

/** The errors that reveal something about an account outside the tenant. */
const revealingErrors: ReadonlySet<ErrorCode> = new Set([
  'login.user_not_found',
  'admin.member_exists',
  'admin.username_taken',
]);

type Services = Pick<AdminServices, 'db' | 'clock'>;

/**
 * Runs a call that names an account. Failures caused by the name are counted for the whole tenant and recorded once
 * per minute: otherwise an administrator could enumerate phone numbers. A call is counted before it runs, so that
 * concurrent calls cannot exceed the limit together; the count of a call that does not fail because of the name is
 * reverted.
 * @throws ServiceError `app.too_many_requests` after too many failures within an hour.
 */
export async function throttleLookups<T>(
  services: Services,
  actor: Actor,
  { lookUp, isFound = () => true }: { lookUp: () => Promise<T>; isFound?: (found: T) => boolean },
): Promise<T> {
  // The operator can list every account anyway.
  if (actor.kind === 'operator') return lookUp();
  const { db, clock } = services;
  const { current } = await incrementCounter(db, keyOf(actor), lookupLimit.windowMs);
  let failure: ErrorCode | undefined;
  try {
    if (current > lookupLimit.maxFailures) throw new ServiceError('app.too_many_requests');
    const found = await lookUp();
    if (!isFound(found)) failure = 'login.user_not_found';
    return found;
  } catch (error) {
    if (error instanceof ServiceError && revealingErrors.has(error.code)) failure = error.code;
    throw error;
  } finally {
    if (failure === undefined) await decrementCounter(db, keyOf(actor));
    else countRefusal(db, { tid: actor.tid, act: 'account.looked_up', reason: failure, at: clock() });
  }
}

/** Whether an error reveals something about an account outside of the tenant. */
export const isRevealing = (code: ErrorCode): boolean => revealingErrors.has(code);

/**
 * The failed look-ups that an import may still cause. An import looks up user names only, and counts its failures with
 * those of the calls, so that it reveals no more than they do. Look-ups that find no account are not limited: an import
 * of any size runs as long as its user names are new.
 */
export interface LookupBudget {
  /** Whether the next look-up is refused, whatever its result would be. */
  readonly isSpent: () => boolean;
  /** Counts a failure in the transaction of the import. */
  readonly countFailure: () => Promise<void>;
}

export async function openLookupBudget(db: DatabaseHandle, actor: Actor): Promise<LookupBudget> {
  if (actor.kind === 'operator') return { isSpent: () => false, countFailure: async () => {} };
  let failures = await readCounter(db, keyOf(actor));
  return {
    isSpent: () => failures >= lookupLimit.maxFailures,
    countFailure: async () => {
      failures = (await incrementCounter(db, keyOf(actor), lookupLimit.windowMs)).current;
    },
  };
}

/** Records failed look-ups of an import after its transaction. */
export function countLookupRefusals(
  { db, clock }: Services,
  tid: string,
  reasons: readonly ErrorCode[],
): void {
  for (const reason of reasons) countRefusal(db, { tid, act: 'account.looked_up', reason, at: clock() });
}

const keyOf = ({ tid }: Actor) => `account look-ups ${tid}`;
