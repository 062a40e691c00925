import { randomUUID } from 'node:crypto';
import type { SignInAnswer } from '@sealflow/contract';
import type { signIn as signInSchema } from '@sealflow/contract/schemas';
import { parsePhone } from '@sealflow/domain/identifiers';
import type { z } from 'zod';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import { type AccountTenant, tenantsForSignIn } from '../tenants/tenants.usecases.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import type { AccountServices, RequestPlace } from './accounts.port.ts';
import { type AccountRow, lockAccount, markPasswordUsed } from './accounts.repository.ts';
import { rowByName } from './accounts.usecases.ts';
import { demandAccount } from './addressed-account.usecases.ts';
import { byCode } from './codes.usecases.ts';
import { type ProvenDevice, proveDevice, registerDevice } from './devices.usecases.ts';
import { demandPassword } from './password-check.usecases.ts';
import { issueToken, type SessionToken } from './session-tokens.usecases.ts';
import { endSessions, insertSession } from './sessions.repository.ts';
import { refuseStranger } from './strangers.usecases.ts';

type SignIn = z.output<typeof signInSchema>;
type ByPassword = Extract<SignIn, { password: string }>;
type ByCode = Exclude<SignIn, ByPassword>;

/**
 * Signs in: by a password or a code, on a device or without one.
 * @throws ServiceError `login.…`, one for each reason that section 8 names.
 */
export function signIn(context: AccountServices, form: SignIn, place: RequestPlace): Promise<SignInAnswer> {
  if ('password' in form) return signInByPassword(context, form, place);
  return signInByCode(context, form, place).catch((error: unknown) => {
    if (error instanceof ServiceError) countCodeRefusal(context, error);
    throw error;
  });
}

/** Without a right code nobody is known to have asked, and anyone can ask as often as they like. */
function countCodeRefusal({ db, clock }: AccountServices, { code: reason }: ServiceError): void {
  countRefusal(db, { tid: null, act: 'account.sign_in_refused', reason, at: clock() });
}

async function signInByPassword(
  context: AccountServices,
  form: ByPassword,
  place: RequestPlace,
): Promise<SignInAnswer> {
  const { username, password } = form;
  const named = await rowByName(context.db, username);
  // A closed account is nobody's either, and must not be told from a name that nobody has.
  if (named?.state !== 'active') return refuseStranger(context, { username, password });
  const known = await demandPassword(context, { account: named, password, what: 'account.sign_in_refused' });
  if (isSpent(known, context.clock())) throw new ServiceError('login.incorrect_username_or_password');
  const tenants = await tenantsForSignIn(context.db, known.aid);
  const device = form.device && (await proveDevice(context, form.device, place));
  return inTransaction(context.db, async (transaction) => {
    const account = await lockAccount(transaction, known.aid);
    // A password that was changed meanwhile opens nothing any more.
    if (
      account?.state !== 'active' ||
      account.password_hash !== known.password_hash ||
      isSpent(account, context.clock())
    )
      throw new ServiceError('login.incorrect_username_or_password');
    if (account.password_until)
      await markPasswordUsed(transaction, { aid: account.aid, at: new Date(context.clock()) });
    return beginSession(context, transaction, { account, tenants, device });
  });
}

/** A one-time password is good until its end, for one sign-in. */
function isSpent({ password_until: until, password_used_at: usedAt }: AccountRow, now: number): boolean {
  return until !== null && (usedAt !== null || until.getTime() <= now);
}

async function signInByCode(
  context: AccountServices,
  form: ByCode,
  place: RequestPlace,
): Promise<SignInAnswer> {
  const { address } = await demandAccount(context, form);
  const device = form.device && (await proveDevice(context, form.device, place));
  const places = [{ address: address.text, purpose: 'login' as const }];
  return byCode(context, { places, code: form.code }, async (transaction) => {
    const { account: known } = await demandAccount({ ...context, db: transaction }, form);
    const account = known && (await lockAccount(transaction, known.aid));
    if (account?.state !== 'active') throw new ServiceError('login.account_not_found');
    const tenants = await tenantsForSignIn(transaction, account.aid);
    return beginSession(context, transaction, { account, tenants, device });
  });
}

interface Beginning {
  /** Locked. */
  account: AccountRow;
  tenants: readonly AccountTenant[];
  device: ProvenDevice | undefined;
}

async function beginSession(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, tenants, device }: Beginning,
): Promise<SignInAnswer> {
  const { aid } = account;
  const now = context.clock();
  const at = new Date(now);
  if (device) {
    // Of two at once on one device the later one's keys count, and the earlier one's session ends.
    await endSessions(transaction, { aid, deviceID: device.id }, { reason: 'replaced', at });
    await registerDevice(context, transaction, { aid, device });
  }
  const sid = randomUUID();
  const tids = tenants.map(({ tenant }) => tenant.tid);
  await insertSession(transaction, { sid, aid, device: device ?? null, tids, at });
  await recordAccountAct(
    transaction,
    { aid, deviceID: device?.id ?? null, at },
    { act: 'account.signed_in' },
  );
  const hasDevice = device !== undefined;
  const issued = await issueToken(transaction, context.tokens, {
    sid,
    aid,
    hasDevice,
    predecessor: null,
    now,
    sessionEnd: now + context.sessionLife,
  });
  return answerOf(account, issued, tenants);
}

function answerOf(
  account: AccountRow,
  { token, expire }: SessionToken,
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
