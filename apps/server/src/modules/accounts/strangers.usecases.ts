import { createHmac } from 'node:crypto';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countInWindow, currentCount } from '../../infra/http/rate-limit.adapter.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import { demandPassword, passwordLock } from './password-check.usecases.ts';

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
  const key = `stranger ${name.digest('base64url')}`;
  if (hideAccounts && (await currentCount(db, key)) >= passwordLock.most)
    throw new ServiceError('login.account_locked');
  if (hideAccounts) await countInWindow(db, key, passwordLock.time);
  await demandPassword(context, { account: undefined, password, what: 'account.sign_in_refused' });
  throw new ServiceError(reason);
}
