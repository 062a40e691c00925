import type { SignInAnswer } from '@sealflow/contract';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import { tenantsForSignIn } from '../tenants/tenants.usecases.ts';
import type { AccountServices, RequestPlace } from './accounts.port.ts';
import type { AccountRow } from './accounts.repository.ts';
import { demandAccount } from './addressed-account.usecases.ts';
import { beginSession } from './begin-session.usecases.ts';
import { byCode, requireCode, type ShownCode } from './codes.usecases.ts';
import { hasTrustedContact, lockAccountForProof, proveContact } from './contact-proof.usecases.ts';
import { type ProvenDevice, proveDevice } from './devices.usecases.ts';
import { isSpent, requirePassword, sourceOfCode } from './password-check.usecases.ts';
import {
  channelsForSecondCode,
  codeDemanded,
  needsSecondFactor,
  passwordDemanded,
  recordHalfWay,
} from './second-factor.usecases.ts';
import type { ByCode } from './sign-in.port.ts';

/**
 * Signs in by a code that was sent to a contact of the account, and by the password where it is presented too.
 * @throws ServiceError `login.…`; `login.second_factor_required` only after a correct code, which stays valid.
 */
export async function signInByCode(
  context: AccountServices,
  form: ByCode,
  place: RequestPlace,
): Promise<SignInAnswer> {
  const { address, account: owner } = await demandAccount(context, form).catch(countedFor(context));
  const device = form.device && (await proveDevice(context, form.device, place).catch(countedFor(context)));
  const { code, ticket } = form;
  const places = [{ address: address.text, purpose: 'login' as const }];
  const shown: ShownCode = { places, code, ticket, source: place.source };
  const known = await examinePassword(context, { form, owner, shown });
  return byCode(context, shown, async (transaction) => {
    const { account: found } = await demandAccount({ ...context, db: transaction }, form);
    const named = found && (await lockAccountForProof(transaction, { aid: found.aid, contact: address }));
    // Checked again under the lock: the account may have verified another contact meanwhile.
    if (named?.state !== 'active' || !hasTrustedContact(named, address))
      throw new ServiceError('login.account_not_found');
    if (known) requireSame(context, { account: named, known });
    // The password was reset by a code on this channel, so access to one mailbox would give both factors.
    const isOneFactor = known && !channelsForSecondCode(context, named).includes(address.channel);
    const proof = { account: named, contact: address, sid: null, device: device ?? null };
    // Before the second factor is decided: a first verified contact activates memberships of tenants that may require
    // one.
    const account = await proveContact(context, transaction, proof);
    if (
      (!known || isOneFactor) &&
      (await needsSecondFactor(context, transaction, { aid: account.aid, device }))
    )
      // The error rolls the verification back, so the challenge refers to the unchanged account.
      throw known ? codeDemanded(context, { account: named, device }) : passwordDemanded();
    const tenants = await tenantsForSignIn(transaction, account.aid);
    const factors = known && !isOneFactor ? 'both' : 'code';
    return beginSession(context, transaction, { account, tenants, device, shown: factors });
  }).catch((error: unknown) => refuse(context, { owner, device }, error));
}

/** Verifies the code before the password, so that a caller without a code learns nothing about the password. */
async function examinePassword(
  context: AccountServices,
  { form, owner, shown }: { form: ByCode; owner: AccountRow | undefined; shown: ShownCode },
): Promise<AccountRow | undefined> {
  const { password } = form;
  if (password === undefined) return undefined;
  await requireCode(context, shown).catch(countedFor(context));
  const known = await requirePassword(context, {
    account: owner,
    password,
    what: 'account.sign_in_refused',
    source: sourceOfCode,
  });
  if (isSpent(known, context.clock())) throw new ServiceError('login.incorrect_username_or_password');
  return known;
}

/** Asserts that the locked account is the one whose password was verified, with the same password. */
function requireSame(
  { clock }: AccountServices,
  { account, known }: { account: AccountRow; known: AccountRow },
): void {
  const isSame = account.aid === known.aid && account.password_hash === known.password_hash;
  if (!isSame || isSpent(account, clock())) throw new ServiceError('login.incorrect_username_or_password');
}

/**
 * Records a failed sign-in for the account after a correct code. Otherwise the caller is unknown and can repeat the
 * call without limit, so the failure is only counted.
 */
async function refuse(
  context: AccountServices,
  { owner, device }: { owner: AccountRow | undefined; device: ProvenDevice | undefined },
  error: unknown,
): Promise<never> {
  const isHalfWay = error instanceof ServiceError && error.code === 'login.second_factor_required';
  if (!isHalfWay || !owner) return countedFor(context)(error);
  await recordHalfWay(context, { aid: owner.aid, device }, error);
  throw error;
}

const countedFor =
  ({ db, clock }: AccountServices) =>
  (error: unknown): never => {
    if (error instanceof ServiceError)
      countRefusal(db, { tid: null, act: 'account.sign_in_refused', reason: error.code, at: clock() });
    throw error;
  };
