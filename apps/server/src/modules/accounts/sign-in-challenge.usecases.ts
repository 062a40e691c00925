import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountServices } from './accounts.port.ts';
import type { AccountRow } from './accounts.repository.ts';
import { type CodePlace, codeLife } from './codes.usecases.ts';

/** A sign-in that has shown the right password and needs a code too. */
export interface Challenge {
  id: string;
  aid: string;
  /** Of the device that it began on; null for none. */
  thumbprint: string | null;
  /** Milliseconds since 1970. */
  expireAt: number;
  /** Stands for the password, the number and the address that the account had. */
  standing: string;
}

/** A code that is asked for at its very end can still be typed. */
const challengeLife = 2 * codeLife.time;

type Keyed = Pick<AccountServices, 'codeKey' | 'clock'>;

const mac = ({ codeKey }: Keyed, parts: readonly (string | null)[]) =>
  createHmac('sha256', codeKey).update(JSON.stringify(parts)).digest('base64url');

const standingOf = (context: Keyed, { password_hash, mobile_no, email }: AccountRow) =>
  mac(context, ['standing', password_hash, mobile_no, email]);

const sealOf = (context: Keyed, body: string) => mac(context, ['challenge', body]);

/** What goes with the code. Nothing of it is kept: whoever knows a password makes any number of them. */
export function makeChallenge(
  context: Keyed,
  { account, thumbprint }: { account: AccountRow; thumbprint: string | null },
): string {
  const challenge: Challenge = {
    id: randomUUID(),
    aid: account.aid,
    thumbprint,
    expireAt: context.clock() + challengeLife,
    standing: standingOf(context, account),
  };
  const body = Buffer.from(JSON.stringify(challenge)).toString('base64url');
  return `${body}.${sealOf(context, body)}`;
}

/** @throws ServiceError `login.second_factor_expired` where it is none of ours, or too old. */
export function readChallenge(context: Keyed, text: string): Challenge {
  const [body = '', seal = ''] = text.split('.', 2);
  const [shown, right] = [Buffer.from(seal), Buffer.from(sealOf(context, body))];
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) throw expired();
  const challenge = JSON.parse(Buffer.from(body, 'base64url').toString()) as Challenge;
  if (challenge.expireAt <= context.clock()) throw expired();
  return challenge;
}

/**
 * The account that a challenge is of.
 * @throws ServiceError `login.second_factor_expired` where its password, number or address is another by now.
 */
export function requireStanding(
  context: Keyed,
  { standing }: Challenge,
  account: AccountRow | undefined,
): AccountRow {
  if (account?.state !== 'active' || standingOf(context, account) !== standing) throw expired();
  return account;
}

/** Its code is good for this sign-in alone (OWASP ASVS 6.6.2), whichever way it went. */
export const placeOfChallenge = ({ id }: Challenge): CodePlace => ({
  address: `challenge ${id}`,
  purpose: 'second_factor',
});

export const expired = () => new ServiceError('login.second_factor_expired');
