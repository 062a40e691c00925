import { createHmac } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countInWindow, currentCount, forgetCount } from '../../infra/http/rate-limit.adapter.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import { passwordLock, requirePassword } from './password-check.usecases.ts';

/**
 * Refuses a sign-in under a name that nobody has, as it would refuse one with a wrong password. Where accounts are
 * hidden such names are locked too, or the tenth try would tell them from others.
 * @throws ServiceError always.
 */
export async function refuseStranger(
  context: AccountServices,
  { username, password }: { username: string; password: string },
): Promise<never> {
  const { db, hideAccounts, codeKey, clock } = context;
  const reason = 'login.incorrect_username_or_password';
  countRefusal(db, { tid: null, act: 'account.sign_in_refused', reason, at: clock() });
  const name = createHmac('sha256', codeKey).update(JSON.stringify(['name', username.toLowerCase()]));
  const tries = `stranger ${name.digest('base64url')}`;
  const lock = `${tries} locked`;
  if (hideAccounts && (await currentCount(db, lock)) > 0) throw new ServiceError('login.account_locked');
  if (hideAccounts) await countTry(db, { tries, lock });
  await requirePassword(context, {
    account: undefined,
    password,
    what: 'account.sign_in_refused',
    source: undefined,
  });
  throw new ServiceError(reason);
}

/** How long wrong passwords of nobody's name add up: those of an account do until a right one. */
const remembered = 86_400_000;

/** As with an account, the try that is one too many locks, and counting begins anew. */
async function countTry(db: DatabaseHandle, { tries, lock }: { tries: string; lock: string }): Promise<void> {
  const { current } = await countInWindow(db, tries, remembered);
  if (current < passwordLock.most) return;
  await countInWindow(db, lock, passwordLock.time);
  await forgetCount(db, tries);
}
