import type { SignInAnswer } from '@sealflow/contract';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import { activateCreatedMemberships } from '../tenants/invitations.usecases.ts';
import { tenantsForSignIn } from '../tenants/tenants.usecases.ts';
import type { AccountServices, RequestPlace } from './accounts.port.ts';
import { lockAccount } from './accounts.repository.ts';
import { beginSession } from './begin-session.usecases.ts';
import { byCode } from './codes.usecases.ts';
import { spendProof } from './devices.repository.ts';
import { proveDevice } from './devices.usecases.ts';
import { isSpent } from './password-check.usecases.ts';
import { recordHalfWay } from './second-factor.usecases.ts';
import type { ByChallenge } from './sign-in.port.ts';
import { expired, placeOfChallenge, readChallenge, requireStanding } from './sign-in-challenge.usecases.ts';

/**
 * Completes a sign-in whose password was correct, by the code that was sent for its challenge. It must use the same
 * device and the password must be unchanged. A challenge is used once.
 * @throws ServiceError `login.second_factor_expired`, `login.verification_code_error` and those of any sign-in.
 */
export async function signInByChallenge(
  context: AccountServices,
  { challenge: text, code, ticket, device: registration }: ByChallenge,
  place: RequestPlace,
): Promise<SignInAnswer> {
  const challenge = read(context, text);
  const { id, aid, thumbprint, expireAt } = challenge;
  const device = registration && (await proveDevice(context, registration, place));
  const shown = { places: [placeOfChallenge(challenge)], code, ticket, source: place.source };
  const begin = () =>
    byCode(context, shown, async (transaction) => {
      const account = requireStanding(context, challenge, await lockAccount(transaction, aid));
      const now = context.clock();
      if (isSpent(account, now)) throw new ServiceError('login.incorrect_username_or_password');
      const use = { thumbprint: 'challenge', jti: id, staleAt: expireAt };
      if (!(await spendProof(transaction, use))) throw expired();
      if (account.password_until !== null) {
        // The one-time password comes from the operator, which vouches for the person.
        const who = { aid, deviceID: device?.id ?? null, at: new Date(now) };
        await activateCreatedMemberships(transaction, who);
      }
      const tenants = await tenantsForSignIn(transaction, aid);
      return beginSession(context, transaction, { account, tenants, device, shown: 'both' });
    });
  try {
    if ((device?.thumbprint ?? null) !== thumbprint) throw expired();
    return await begin();
  } catch (error) {
    await recordHalfWay(context, { aid, device }, error);
    throw error;
  }
}

/**
 * Reads a challenge. An invalid one belongs to no account and can be sent in any number, so it is counted instead of
 * recorded.
 */
function read(context: AccountServices, text: string) {
  try {
    return readChallenge(context, text);
  } catch (error) {
    const reason = 'login.second_factor_expired';
    countRefusal(context.db, { tid: null, act: 'account.sign_in_refused', reason, at: context.clock() });
    throw error;
  }
}
