import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import { secondFactorFor } from '../tenants/tenants.usecases.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import { noticeAccount } from './account-notices.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import { selectAccount } from './accounts.repository.ts';
import { phoneAddress } from './addresses.usecases.ts';
import { byCode } from './codes.usecases.ts';
import { isVerified, lockAccountForProof, proveContact, updatePlace } from './contact-proof.usecases.ts';
import { examineOwnProof, type ShownProof } from './own-proof.usecases.ts';
import { requirePassword, sourceOfSession } from './password-check.usecases.ts';
import { passwordDemanded } from './second-factor.usecases.ts';

export interface PhoneChange {
  mobileNo: string;
  code: string;
  ticket?: string | undefined;
  password?: string | undefined;
  shown: ShownProof;
}

/**
 * Changes the phone number of the account, verified by a code (purpose `update`) that was sent to the new number. An
 * account that had the number before loses it. The call is idempotent: a repetition after a lost response changes
 * nothing. A session that is bound to a device needs a proof of that device, because the number gives control over the
 * account and the token may be stolen. Where a second factor is required, the password is required too: otherwise a
 * token would be enough to redirect the codes.
 * @throws ServiceError `login.verification_code_error`, `login.phone_taken`, `login.device_proof_invalid`,
 * `login.second_factor_required`, `login.incorrect_username_or_password`, `login.account_locked`.
 */
export async function changePhone(
  context: AccountServices,
  session: AccountSession,
  { mobileNo, code, ticket, password, shown }: PhoneChange,
): Promise<void> {
  const { aid, device } = session;
  if (device) await demandOwnProof(context, { aid, device }, shown);
  const address = phoneAddress(mobileNo);
  const known = await selectAccount(context.db, aid);
  if (!address || !known) throw new ServiceError('login.verification_code_error');
  if (isVerified(known, address)) return;
  if (password !== undefined)
    await requirePassword(context, {
      account: known,
      password,
      what: 'account.phone_changed',
      source: sourceOfSession(session),
    });
  else if ((await secondFactorFor(context.db, aid)) !== 'none') throw passwordDemanded();
  const places = [updatePlace(aid, address)];
  await byCode(context, { places, code, ticket, source: shown.place.source }, async (transaction) => {
    const account = await lockAccountForProof(transaction, { aid, contact: address });
    if (account?.state !== 'active') throw new ServiceError('login.account_not_found');
    if (password !== undefined && account.password_hash !== known.password_hash)
      throw new ServiceError('login.incorrect_username_or_password');
    await proveContact(context, transaction, { account, contact: address, sid: session.sid, device });
    const at = new Date(context.clock());
    await recordAccountAct(
      transaction,
      { aid, deviceID: device?.id ?? null, at },
      { act: 'account.phone_changed' },
    );
    // Sent to the former number of the account, because its owner must be informed.
    await noticeAccount(context, transaction, { account, kind: 'phone_changed' });
  });
}

async function demandOwnProof(
  context: AccountServices,
  { aid, device }: { aid: string; device: { id: string; thumbprint: string } },
  shown: ShownProof,
): Promise<void> {
  const found = await examineOwnProof(context, device, shown);
  if (found === 'good') return;
  const reason = 'login.device_proof_invalid';
  const who = { aid, deviceID: device.id, at: new Date(context.clock()) };
  await recordAccountAct(context.db, who, { act: 'account.phone_changed', decision: 'refused', reason });
  throw new ServiceError(reason, { reason: found });
}
