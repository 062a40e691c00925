import type { SignInAnswer, TenantMembership } from '@sealflow/contract';
import { parsePhone } from '@sealflow/domain/identifiers';
import type { DatabaseTransaction } from '../../../infra/database/index.ts';
import { createTimeOrderedID } from '../../../infra/random/time-ordered-id.util.ts';
import type { AccountTenant } from '../../tenants/sign-in-tenants.usecases.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import {
  type AccountRow,
  cancelDeletion,
  clearResetChannel,
  markPasswordUsed,
} from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { type ProvenDevice, registerDevice } from '../devices/devices.usecases.ts';
import { issueToken, type SessionToken } from './session-tokens.usecases.ts';
import { endSessions, insertSession } from './sessions.repository.ts';

export interface NewSession {
  /** The locked row. */
  account: AccountRow;
  tenants: readonly AccountTenant[];
  device: ProvenDevice | undefined;
  /** The methods that the sign-in presented. */
  amr: readonly Amr[];
}

/** Authentication methods (RFC 8176): password, code of the phone, other code; `mfa` for two factors. */
export type Amr = 'pwd' | 'sms' | 'otp' | 'mfa';

/** Creates a session and its first token, after every required factor was presented. */
export async function createSession(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, tenants, device, amr }: NewSession,
): Promise<SignInAnswer> {
  const { aid } = account;
  const now = context.clock();
  const at = new Date(now);
  const hasTwoFactors = amr.includes('mfa');
  if (amr.includes('pwd') && account.password_until) await markPasswordUsed(transaction, { aid, at });
  if (hasTwoFactors && account.reset_channel !== null) await clearResetChannel(transaction, aid);
  if (device) {
    // Of two concurrent sign-ins on one device the later one wins: its keys are stored and the earlier session ends.
    await endSessions(transaction, { aid, deviceID: device.id }, { reason: 'replaced', at });
    await registerDevice(context, transaction, { aid, device, hasTwoFactors });
  }
  const sid = createTimeOrderedID();
  const tids = tenants.map(({ tenant }) => tenant.tid);
  await insertSession(transaction, { sid, aid, device: device ?? null, tids, amr, hasTwoFactors, at });
  const subject = { aid, deviceID: device?.id ?? null, at };
  if (account.delete_at) {
    await cancelDeletion(transaction, aid);
    await recordAccountAct(transaction, subject, { act: 'account.deletion_withdrawn' });
  }
  if (hasTwoFactors) await recordAccountAct(transaction, subject, { act: 'account.second_factor_shown' });
  await recordAccountAct(transaction, subject, { act: 'account.signed_in' });
  const hasDevice = device !== undefined;
  const issued = await issueToken(transaction, context.tokens, {
    sid,
    aid,
    hasDevice,
    predecessor: null,
    now,
    sessionEnd: now + context.sessionLifetimeMs,
  });
  return toSignInAnswer(account, issued, tenants);
}

function toSignInAnswer(
  account: AccountRow,
  { token, expire }: SessionToken,
  tenants: readonly AccountTenant[],
): SignInAnswer {
  const phone = account.mobile_no === null ? null : parsePhone(account.mobile_no);
  return {
    aid: account.aid,
    token,
    expire,
    // People write a Chinese number without its country code.
    mobileNo: phone?.countryCode === '86' ? phone.national : account.mobile_no,
    email: account.email,
    tenants: tenants.map(toTenantMembership),
  };
}

/** A tenant of the account in the form of the API. */
export function toTenantMembership({ tenant, fid }: AccountTenant): TenantMembership {
  return {
    id: tenant.tid,
    name: tenant.name,
    logo: tenant.logo,
    serviceAPI: tenant.serviceAPI,
    serviceVersion: tenant.serviceVersion,
    mobileAppLicense: { entKey: { key: tenant.licenceKeyID } },
    user: { fid },
  };
}
