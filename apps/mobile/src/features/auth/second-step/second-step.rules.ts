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
