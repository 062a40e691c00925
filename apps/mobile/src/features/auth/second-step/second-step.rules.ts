import type { ErrorParams } from '@sealflow/domain/errors';
import type { SecondFactorTarget } from '../field-checks.rules.ts';

/** Possible recipients of the code of a sign-in whose password was accepted, the phone first. */
export function secondFactorTargets({
  challenge = '',
  mobileNo,
  email,
}: ErrorParams): readonly SecondFactorTarget[] {
  const channels = [
    ['sms', mobileNo],
    ['email', email],
  ] as const;
  return channels.flatMap(([channel, masked]) =>
    masked === undefined ? [] : [{ channel, masked: String(masked), challenge: String(challenge) }],
  );
}

/** Whether a code of the authenticator app is accepted. */
export const acceptsTotp = ({ totp }: ErrorParams): boolean => totp !== undefined;

/** An input of six digits is a code of the authenticator app, another one a recovery code. */
export function totpCredentials(text: string): { totp: string } | { recoveryCode: string } {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? { totp: digits } : { recoveryCode: text.trim() };
}
