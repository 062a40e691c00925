import { create } from 'zustand';
import { ApiError } from '../../platform/api/index.ts';
import { type Address, addressText, type SecondTarget } from './checks.rules.ts';

/** Signed in by half: what was shown, and what is asked for beside it. */
export type HalfWay =
  | {
      readonly asked: 'code';
      readonly username: string;
      readonly password: string;
      readonly targets: readonly SecondTarget[];
    }
  | { readonly asked: 'password'; readonly to: Address; readonly code: string };

type Shown =
  | { readonly username: string; readonly password: string }
  | { readonly to: Address; readonly code: string };

/** In memory alone: it has what no draft keeps. A reload begins the sign-in anew. */
export const useHalfWay = create<{ readonly step: HalfWay | null }>(() => ({ step: null }));

export const forgetHalfWay = () => useHalfWay.setState({ step: null });

function stepAfter(error: unknown, shown: Shown): HalfWay | null {
  if (!(error instanceof ApiError) || error.code !== 'login.second_factor_required') return null;
  if ('to' in shown) return { asked: 'password', ...shown };
  const { challenge = '', mobileNo, email } = error.params;
  const ways = [
    ['sms', mobileNo],
    ['email', email],
  ] as const;
  const targets = ways.flatMap(([channel, masked]) =>
    masked === undefined ? [] : [{ channel, masked: String(masked), challenge: String(challenge) }],
  );
  return { asked: 'code', ...shown, targets };
}

/** @returns whether the refusal of a sign-in is only half a one, which then is kept to go on with. */
export function keepHalfWay(error: unknown, shown: Shown): boolean {
  const step = stepAfter(error, shown);
  useHalfWay.setState({ step });
  return step !== null;
}

/** The password that was shown under a name; empty where none was. */
export function passwordHalfWay(name: string): string {
  const { step } = useHalfWay.getState();
  return step?.asked === 'code' && step.username === name.trim() ? step.password : '';
}

/** The code that was shown for an address; empty where none was. */
export function codeHalfWay(to: Address | null): string {
  const { step } = useHalfWay.getState();
  return step?.asked === 'password' && to && addressText(step.to) === addressText(to) ? step.code : '';
}
