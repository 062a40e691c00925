import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountRow } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { type CodeScope, codeValidity } from '../codes/codes.usecases.ts';

/**
 * A sign-in whose password was correct and that needs a code. The property names are part of the serialised challenge.
 */
export interface Challenge {
  id: string;
  aid: string;
  /** Thumbprint of the signing key of the device; null without a device. */
  thumbprint: string | null;
  /** Milliseconds since 1970. */
  expireAt: number;
  /** Fingerprint of the password hash, the phone number and the e-mail address of the account. */
  standing: string;
}

/** Twice the lifetime of a code: a code that is requested shortly before the challenge expires can still be entered. */
const challengeLifetimeMs = 2 * codeValidity.lifetimeMs;

type MacContext = Pick<AccountServices, 'codeKey' | 'clock'>;

const mac = ({ codeKey }: MacContext, parts: readonly (string | null)[]) =>
  createHmac('sha256', codeKey).update(JSON.stringify(parts)).digest('base64url');

const credentialFingerprint = (context: MacContext, { password_hash, mobile_no, email }: AccountRow) =>
  mac(context, ['standing', password_hash, mobile_no, email]);

const challengeMac = (context: MacContext, body: string) => mac(context, ['challenge', body]);

/**
 * Creates a challenge. It is authenticated by a MAC and not stored, because a person who knows the password can request
 * any number of challenges.
 */
export function createChallenge(
  context: MacContext,
  { account, thumbprint }: { account: AccountRow; thumbprint: string | null },
): string {
  const challenge: Challenge = {
    id: randomUUID(),
    aid: account.aid,
    thumbprint,
    expireAt: context.clock() + challengeLifetimeMs,
    standing: credentialFingerprint(context, account),
  };
  const body = Buffer.from(JSON.stringify(challenge)).toString('base64url');
  return `${body}.${challengeMac(context, body)}`;
}

/** Reads a challenge. @throws ServiceError `login.second_factor_expired` where its MAC is wrong, or it has expired. */
export function readChallenge(context: MacContext, text: string): Challenge {
  const [body = '', receivedMac = ''] = text.split('.', 2);
  const [presented, expected] = [Buffer.from(receivedMac), Buffer.from(challengeMac(context, body))];
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected))
    throw createExpiredError();
  const challenge = JSON.parse(Buffer.from(body, 'base64url').toString()) as Challenge;
  if (challenge.expireAt <= context.clock()) throw createExpiredError();
  return challenge;
}

/**
 * The account of a challenge.
 * @throws ServiceError `login.second_factor_expired` where its password, phone number or e-mail address has changed.
 */
export function requireUnchangedCredentials(
  context: MacContext,
  { standing }: Challenge,
  account: AccountRow | undefined,
): AccountRow {
  if (account?.state !== 'active' || credentialFingerprint(context, account) !== standing)
    throw createExpiredError();
  return account;
}

/** The scope of the code of a challenge: valid for this sign-in only (OWASP ASVS 6.6.2), on any channel. */
export const challengeCodeScope = ({ id }: Challenge): CodeScope => ({
  address: `challenge ${id}`,
  purpose: 'second_factor',
});

export const createExpiredError = () => new ServiceError('login.second_factor_expired');
