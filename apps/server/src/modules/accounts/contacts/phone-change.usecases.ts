import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { findSecondFactorPolicy } from '../../tenants/sign-in-tenants.usecases.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { selectAccount } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { consumeCode } from '../codes/codes.usecases.ts';
import { notifyAccountOwner } from '../notices/account-notices.usecases.ts';
import { requirePassword, sourceOfSession } from '../passwords/password-check.usecases.ts';
import { createPasswordRequiredError, hasOwnSecondFactor } from '../second-factor/second-factor.usecases.ts';
import { checkSessionProof, type PresentedProof } from '../sessions/session-proof.usecases.ts';
import { phoneAddress } from './addresses.usecases.ts';
import {
  contactUpdateScope,
  isContactVerified,
  lockAccountForProof,
  proveContact,
} from './contact-proof.usecases.ts';

export interface PhoneChange {
  mobileNo: string;
  code: string;
  ticket?: string | undefined;
  password?: string | undefined;
  presented: PresentedProof;
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
  { mobileNo, code, ticket, password, presented }: PhoneChange,
): Promise<void> {
  const { aid, device } = session;
  if (device) await assertSessionProof(context, { aid, device }, presented);
  const address = phoneAddress(mobileNo);
  const currentAccount = await selectAccount(context.db, aid);
  if (!address || !currentAccount) throw new ServiceError('login.verification_code_error');
  if (isContactVerified(currentAccount, address)) return;
  if (password !== undefined)
    await requirePassword(context, {
      account: currentAccount,
      password,
      act: 'account.phone_changed',
      source: sourceOfSession(session),
    });
  else if (
    (await findSecondFactorPolicy(context.db, aid)) !== 'none' ||
    (await hasOwnSecondFactor(context.db, aid))
  )
    throw createPasswordRequiredError();
  const scopes = [contactUpdateScope(aid, address)];
  await consumeCode(
    context,
    { scopes, code, ticket, source: presented.metadata.source },
    async (transaction) => {
      const account = await lockAccountForProof(transaction, { aid, contact: address });
      if (account?.state !== 'active') throw new ServiceError('login.account_not_found');
      if (password !== undefined && account.password_hash !== currentAccount.password_hash)
        throw new ServiceError('login.incorrect_username_or_password');
      await proveContact(context, transaction, { account, contact: address, sid: session.sid, device });
      const at = new Date(context.clock());
      await recordAccountAct(
        transaction,
        { aid, deviceID: device?.id ?? null, at },
        { act: 'account.phone_changed' },
      );
      // Sent to the former number of the account, because its owner must be informed.
      await notifyAccountOwner(context, transaction, { account, kind: 'phone_changed' });
    },
  );
}

async function assertSessionProof(
  context: AccountServices,
  { aid, device }: { aid: string; device: { id: string; thumbprint: string } },
  presented: PresentedProof,
): Promise<void> {
  const proofResult = await checkSessionProof(context, device, presented);
  if (proofResult === 'good') return;
  const reason = 'login.device_proof_invalid';
  const subject = { aid, deviceID: device.id, at: new Date(context.clock()) };
  await recordAccountAct(context.db, subject, { act: 'account.phone_changed', decision: 'refused', reason });
  throw new ServiceError(reason, { reason: proofResult });
}
