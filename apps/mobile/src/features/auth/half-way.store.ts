import { create } from 'zustand';
import { ApiError } from '../../platform/api/index.ts';
import { type Address, addressText } from './checks.rules.ts';

export type ShownPassword = { readonly username: string; readonly password: string };
export type ShownCode = { readonly to: Address; readonly code: string; readonly ticket?: string };

/**
 * A sign-in whose first factor was accepted: the credentials, and the response that requires the second factor.
 */
export type HalfWay = { readonly shown: ShownPassword | ShownCode; readonly asked: ApiError };

/** In memory only, because it contains secrets. A reload restarts the sign-in. */
export const useHalfWay = create<{ readonly step: HalfWay | null }>(() => ({ step: null }));

/** Deletes the pending sign-in. */
export const forgetHalfWay = () => useHalfWay.setState({ step: null });

/** Stores the credentials of a sign-in that requires a second factor. @returns whether `error` requires one. */
export function keepHalfWay(error: unknown, shown: HalfWay['shown']): boolean {
  const isHalf = error instanceof ApiError && error.code === 'login.second_factor_required';
  useHalfWay.setState({ step: isHalf ? { shown, asked: error } : null });
  return isHalf;
}

/** The password entered for a user name; empty if there is none. */
export function passwordHalfWay(name: string): string {
  const shown = useHalfWay.getState().step?.shown;
  return shown && 'password' in shown && shown.username === name.trim() ? shown.password : '';
}

/** The code entered for an address; empty if there is none. */
export function codeHalfWay(to: Address | null): string {
  const shown = useHalfWay.getState().step?.shown;
  return shown && 'to' in shown && to && addressText(shown.to) === addressText(to) ? shown.code : '';
}
