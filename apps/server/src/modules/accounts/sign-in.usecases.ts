import { randomUUID } from 'node:crypto';
import type { SignInAnswer } from '@sealflow/contract';
import type { signIn as signInSchema } from '@sealflow/contract/schemas';
import { parsePhone } from '@sealflow/domain/identifiers';
import type { z } from 'zod';
import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type AccountTenant, tenantsForSignIn } from '../tenants/tenants.usecases.ts';
import type { AccountsContext, RequestPlace } from './accounts.port.ts';
import { type AccountRow, countFailure, forgetFailures, lockAccount } from './accounts.repository.ts';
import { rowByName } from './accounts.usecases.ts';
import { proveDevice, registerDevice } from './devices.usecases.ts';
import { isPassword } from './password-hash.adapter.ts';
import { issueToken } from './session-tokens.usecases.ts';
import { endSessions, insertSession } from './sessions.repository.ts';

type SignIn = z.output<typeof signInSchema>;

/** Wrong passwords in a row that lock an account, and for how long. */
const lock = { most: 10, time: 15 * 60_000 };

/**
 * Signs in: by a password or a code, on a device or without one.
 * @throws ServiceError `login.…`, one for each reason that section 8 names.
 */
export async function signIn(
  context: AccountsContext,
  form: SignIn,
  place: RequestPlace,
): Promise<SignInAnswer> {
  // No code was sent to anyone yet, so none can be right.
  if (!('password' in form)) throw new ServiceError('login.verification_code_error');
  const account = await authenticate(context, form);
  const tenants = await tenantsForSignIn(context.db, account.aid);
  const device = form.device && (await proveDevice(context, form.device, place));
  const now = context.clock();
  const issued = await inTransaction(context.db, async (transaction) => {
    const { aid } = account;
    if (device) {
      // Of two at once on one device the later one's keys count, and the earlier one's session ends.
      await lockAccount(transaction, aid);
      await endSessions(transaction, { aid, deviceID: device.id }, { reason: 'replaced', at: new Date(now) });
      await registerDevice(context, transaction, { aid, device });
    }
    const sid = randomUUID();
    await insertSession(transaction, { sid, aid, device: device ?? null, at: new Date(now) });
    const hasDevice = device !== undefined;
    return issueToken(transaction, context.tokens, { sid, aid, hasDevice, predecessor: null, now });
  });
  return answerOf(account, issued, tenants);
}

async function authenticate(
  context: AccountsContext,
  { username, password }: { username: string; password: string },
): Promise<AccountRow> {
  const { db, clock } = context;
  const account = await rowByName(db, username);
  const now = clock();
  if (account?.locked_until && account.locked_until.getTime() > now)
    throw new ServiceError('login.account_locked');
  const right = await isPassword(password, account?.password_hash);
  if (!account || account.state !== 'active') throw new ServiceError('login.incorrect_username_or_password');
  if (!right) await countFailure(db, { aid: account.aid, most: lock.most, until: new Date(now + lock.time) });
  else if (await forgetFailures(db, { aid: account.aid, now: new Date(now) })) return account;
  // One answer for both: a right password that came too late must not be told from a wrong one.
  throw new ServiceError('login.incorrect_username_or_password');
}

function answerOf(
  account: AccountRow,
  { token, expire }: { token: string; expire: number },
  tenants: readonly AccountTenant[],
): SignInAnswer {
  const phone = account.mobile_no === null ? null : parsePhone(account.mobile_no);
  return {
    aid: account.aid,
    token,
    expire,
    // People know a Chinese number without its country code.
    mobileNo: phone?.countryCode === '86' ? phone.national : account.mobile_no,
    email: account.email,
    tenants: tenants.map(({ tenant, fid }) => ({
      id: tenant.tid,
      name: tenant.name,
      logo: tenant.logo,
      serviceAPI: tenant.serviceAPI,
      serviceVersion: tenant.serviceVersion,
      mobileAppLicense: { entKey: { key: tenant.licenceKeyID } },
      user: { fid },
    })),
  };
}
