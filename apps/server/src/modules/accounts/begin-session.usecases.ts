import { randomUUID } from 'node:crypto';
import type { SignInAnswer, TenantMembership } from '@sealflow/contract';
import { parsePhone } from '@sealflow/domain/identifiers';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { AccountTenant } from '../tenants/tenants.usecases.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import {
  type AccountRow,
  clearResetChannel,
  markPasswordUsed,
  withdrawDeletion,
} from './accounts.repository.ts';
import { type ProvenDevice, registerDevice } from './devices.usecases.ts';
import { issueToken, type SessionToken } from './session-tokens.usecases.ts';
import { endSessions, insertSession } from './sessions.repository.ts';

export interface Beginning {
  /** The locked row. */
  account: AccountRow;
  tenants: readonly AccountTenant[];
  device: ProvenDevice | undefined;
  /** The factors that the sign-in presented. */
  shown: 'password' | 'code' | 'both';
}

/** Creates a session and its first token, after every required factor was presented. */
export async function beginSession(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, tenants, device, shown }: Beginning,
): Promise<SignInAnswer> {
  const { aid } = account;
  const now = context.clock();
  const at = new Date(now);
  if (shown !== 'code' && account.password_until) await markPasswordUsed(transaction, { aid, at });
  if (shown === 'both' && account.reset_channel !== null) await clearResetChannel(transaction, aid);
  if (device) {
    // Of two concurrent sign-ins on one device the later one wins: its keys are stored and the earlier session ends.
    await endSessions(transaction, { aid, deviceID: device.id }, { reason: 'replaced', at });
    await registerDevice(context, transaction, { aid, device, byTwoFactors: shown === 'both' });
  }
  const sid = randomUUID();
  const tids = tenants.map(({ tenant }) => tenant.tid);
  await insertSession(transaction, { sid, aid, device: device ?? null, tids, at });
  const who = { aid, deviceID: device?.id ?? null, at };
  if (account.delete_at) {
    await withdrawDeletion(transaction, aid);
    await recordAccountAct(transaction, who, { act: 'account.deletion_withdrawn' });
  }
  if (shown === 'both') await recordAccountAct(transaction, who, { act: 'account.second_factor_shown' });
  await recordAccountAct(transaction, who, { act: 'account.signed_in' });
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
    // People write a Chinese number without its country code.
    mobileNo: phone?.countryCode === '86' ? phone.national : account.mobile_no,
    email: account.email,
    tenants: tenants.map(membershipAnswer),
  };
}

/** A tenant of the account in the form of the API. */
export function membershipAnswer({ tenant, fid }: AccountTenant): TenantMembership {
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
