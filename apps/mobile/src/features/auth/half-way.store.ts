import { create } from 'zustand';
import { ApiError } from '../../platform/api/index.ts';
import { type Address, addressText } from './checks.rules.ts';

export type ShownPassword = { readonly username: string; readonly password: string };
export type ShownCode = { readonly to: Address; readonly code: string; readonly ticket?: string };

/** Signed in by half: what was shown, and the answer that asks for the other half. */
export type HalfWay = { readonly shown: ShownPassword | ShownCode; readonly asked: ApiError };

/** In memory alone: it has what no draft keeps. A reload begins the sign-in anew. */
export const useHalfWay = create<{ readonly step: HalfWay | null }>(() => ({ step: null }));

export const forgetHalfWay = () => useHalfWay.setState({ step: null });

/** @returns whether the refusal of a sign-in is only half a one, which then is kept to go on with. */
export function keepHalfWay(error: unknown, shown: HalfWay['shown']): boolean {
  const isHalf = error instanceof ApiError && error.code === 'login.second_factor_required';
  useHalfWay.setState({ step: isHalf ? { shown, asked: error } : null });
  return isHalf;
}

/** The password that was shown under a name; empty where none was. */
export function passwordHalfWay(name: string): string {
  const shown = useHalfWay.getState().step?.shown;
  return shown && 'password' in shown && shown.username === name.trim() ? shown.password : '';
}

/** The code that was shown for an address; empty where none was. */
export function codeHalfWay(to: Address | null): string {
  const shown = useHalfWay.getState().step?.shown;
  return shown && 'to' in shown && to && addressText(shown.to) === addressText(to) ? shown.code : '';
}
