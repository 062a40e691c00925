import { createHmac } from 'node:crypto';
import type { DatabaseHandle } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { incrementCounter, readCounter, resetCounter } from '../../../infra/http/rate-limit.middleware.ts';
import { countRefusal } from '../../audit/refusals.usecases.ts';
import type { AccountServices } from '../accounts.types.ts';
import { passwordLockout, requirePassword } from '../passwords/password-check.usecases.ts';

/**
 * Rejects a sign-in with an unknown user name in the same way as a wrong password. Where accounts are hidden, unknown
 * names are locked too: otherwise the tenth attempt would distinguish them from existing ones.
 * @throws ServiceError always.
 */
export async function rejectUnknownUsername(
  context: AccountServices,
  { username, password }: { username: string; password: string },
): Promise<never> {
  const { db, shouldHideAccounts, codeKey, clock } = context;
  const reason = 'login.incorrect_username_or_password';
  countRefusal(db, { tid: null, act: 'account.sign_in_refused', reason, at: clock() });
  const nameHmac = createHmac('sha256', codeKey).update(JSON.stringify(['name', username.toLowerCase()]));
  const attemptsKey = `stranger ${nameHmac.digest('base64url')}`;
  const lockKey = `${attemptsKey} locked`;
  if (shouldHideAccounts && (await readCounter(db, lockKey)) > 0)
    throw new ServiceError('login.account_locked');
  if (shouldHideAccounts) await countAttempt(db, { attemptsKey, lockKey });
  await requirePassword(context, {
    account: undefined,
    password,
    act: 'account.sign_in_refused',
    source: undefined,
  });
  throw new ServiceError(reason);
}

/** How long wrong passwords of an unknown name are counted. Those of an account are counted until a correct one. */
const attemptRetentionMs = 86_400_000;

/** Counts an attempt. As with an account, the last allowed attempt locks the name and resets the counter. */
async function countAttempt(
  db: DatabaseHandle,
  { attemptsKey, lockKey }: { attemptsKey: string; lockKey: string },
): Promise<void> {
  const { current } = await incrementCounter(db, attemptsKey, attemptRetentionMs);
  if (current < passwordLockout.maxFailures) return;
  await incrementCounter(db, lockKey, passwordLockout.lockoutMs);
  await resetCounter(db, attemptsKey);
}
