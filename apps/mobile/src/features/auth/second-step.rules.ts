import type { ErrorParams } from '@sealflow/domain/errors';
import type { SecondTarget } from './checks.rules.ts';

/** Possible recipients of the code of a sign-in whose password was accepted, the phone first. */
export function targetsIn({ challenge = '', mobileNo, email }: ErrorParams): readonly SecondTarget[] {
  const ways = [
    ['sms', mobileNo],
    ['email', email],
  ] as const;
  return ways.flatMap(([channel, masked]) =>
    masked === undefined ? [] : [{ channel, masked: String(masked), challenge: String(challenge) }],
  );
}
