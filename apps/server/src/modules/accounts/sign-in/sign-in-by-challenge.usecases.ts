import type { SignInAnswer } from '@sealflow/contract';
import type { DatabaseTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { RequestMetadata } from '../../../infra/http/request-metadata.util.ts';
import { countRefusal } from '../../audit/refusals.usecases.ts';
import { activateCreatedMemberships } from '../../tenants/invitations.usecases.ts';
import { tenantsForSignIn } from '../../tenants/sign-in-tenants.usecases.ts';
import { lockAccountRow } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { consumeCode } from '../codes/codes.usecases.ts';
import { verifyDeviceRegistration } from '../devices/devices.usecases.ts';
import { insertUse } from '../devices/proof-uses.repository.ts';
import { isOneTimePasswordSpent } from '../passwords/password-check.usecases.ts';
import { recordPartialSignIn } from '../second-factor/second-factor.usecases.ts';
import { consumeTotp } from '../second-factor/totp-check.usecases.ts';
import { createSession } from '../sessions/create-session.usecases.ts';
import type { ChallengeSignIn } from './sign-in.types.ts';
import {
  challengeCodeScope,
  createExpiredError,
  readChallenge,
  requireUnchangedCredentials,
} from './sign-in-challenge.usecases.ts';

/**
 * Completes a sign-in whose password was correct, by the code that was sent for its challenge or by the authenticator app.
 * It must use the same device and the password must be unchanged. A challenge is used once.
 * @throws ServiceError `login.second_factor_expired`, `login.verification_code_error`, `login.totp_not_enrolled` and those of any sign-in.
 */
export async function signInByChallenge(
  context: AccountServices,
  form: ChallengeSignIn,
  metadata: RequestMetadata,
): Promise<SignInAnswer> {
  const { challenge: text, device: registration } = form;
  const challenge = requireChallenge(context, text);
  const { id, aid, thumbprint, expireAt } = challenge;
  const device = registration && (await verifyDeviceRegistration(context, registration, metadata));
  const completeSignIn = async (transaction: DatabaseTransaction) => {
    const account = requireUnchangedCredentials(context, challenge, await lockAccountRow(transaction, aid));
    const now = context.clock();
    if (isOneTimePasswordSpent(account, now)) throw new ServiceError('login.incorrect_username_or_password');
    const use = { thumbprint: 'challenge', jti: id, staleAt: expireAt };
    if (!(await insertUse(transaction, use))) throw createExpiredError();
    if (account.password_until !== null) {
      // The one-time password comes from the operator, which vouches for the person.
      const subject = { aid, deviceID: device?.id ?? null, at: new Date(now) };
      await activateCreatedMemberships(transaction, subject);
    }
    const tenants = await tenantsForSignIn(transaction, aid);
    return createSession(context, transaction, { account, tenants, device, amr: ['pwd', 'otp', 'mfa'] });
  };
  try {
    if ((device?.thumbprint ?? null) !== thumbprint) throw createExpiredError();
    if (!('code' in form)) return await consumeTotp(context, { aid, presented: form }, completeSignIn);
    const { code, ticket } = form;
    const presented = { scopes: [challengeCodeScope(challenge)], code, ticket, source: metadata.source };
    return await consumeCode(context, presented, completeSignIn);
  } catch (error) {
    await recordPartialSignIn(context, { aid, device }, error);
    throw error;
  }
}

/**
 * Reads a challenge. An invalid one belongs to no account and can be sent in any number, so it is counted instead of
 * recorded.
 */
function requireChallenge(context: AccountServices, text: string) {
  try {
    return readChallenge(context, text);
  } catch (error) {
    const reason = 'login.second_factor_expired';
    countRefusal(context.db, { tid: null, act: 'account.sign_in_refused', reason, at: context.clock() });
    throw error;
  }
}
