import { createHmac } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countInWindow, currentCount, forgetCount } from '../../infra/http/rate-limit.adapter.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import { passwordLock, requirePassword } from './password-check.usecases.ts';

/**
 * Rejects a sign-in with an unknown user name in the same way as a wrong password. Where accounts are hidden, unknown
 * names are locked too: otherwise the tenth attempt would distinguish them from existing ones.
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

/** How long wrong passwords of an unknown name are counted. Those of an account are counted until a correct one. */
const remembered = 86_400_000;

/** Counts an attempt. As with an account, the last allowed attempt locks the name and resets the counter. */
async function countTry(db: DatabaseHandle, { tries, lock }: { tries: string; lock: string }): Promise<void> {
  const { current } = await countInWindow(db, tries, remembered);
  if (current < passwordLock.most) return;
  await countInWindow(db, lock, passwordLock.time);
  await forgetCount(db, tries);
}
