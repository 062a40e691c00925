import type { ErrorParams } from '@sealflow/domain/errors';
import type { SecondTarget } from './checks.rules.ts';

/** Where the service would send the code of a sign-in that has shown the password, the phone first. */
export function targetsIn({ challenge = '', mobileNo, email }: ErrorParams): readonly SecondTarget[] {
  const ways = [
    ['sms', mobileNo],
    ['email', email],
  ] as const;
  return ways.flatMap(([channel, masked]) =>
    masked === undefined ? [] : [{ channel, masked: String(masked), challenge: String(challenge) }],
  );
}
