import { create } from 'zustand';
import { ApiError } from '../../../platform/api/index.ts';
import { type Contact, contactText } from '../field-checks.rules.ts';

export type PasswordCredentials = { readonly username: string; readonly password: string };
export type CodeCredentials = { readonly to: Contact; readonly code: string; readonly ticket?: string };

/**
 * A sign-in whose first factor was accepted: the credentials, and the response that requires the second factor.
 */
export type PendingSecondFactor = {
  readonly credentials: PasswordCredentials | CodeCredentials;
  readonly challenge: ApiError;
};

/** In memory only, because it contains secrets. A reload restarts the sign-in. */
export const usePendingSecondFactor = create<{ readonly pending: PendingSecondFactor | null }>(() => ({
  pending: null,
}));

/** Deletes the pending sign-in. */
export const clearPendingSignIn = () => usePendingSecondFactor.setState({ pending: null });

/** Stores the credentials of a sign-in that requires a second factor. @returns whether `error` requires one. */
export function rememberPendingSignIn(
  error: unknown,
  credentials: PendingSecondFactor['credentials'],
): boolean {
  const isPending = error instanceof ApiError && error.code === 'login.second_factor_required';
  usePendingSecondFactor.setState({ pending: isPending ? { credentials, challenge: error } : null });
  return isPending;
}

/** The password entered for a user name; empty if there is none. */
export function pendingPassword(name: string): string {
  const credentials = usePendingSecondFactor.getState().pending?.credentials;
  return credentials && 'password' in credentials && credentials.username === name.trim()
    ? credentials.password
    : '';
}

/** The code entered for an address; empty if there is none. */
export function pendingCode(to: Contact | null): string {
  const credentials = usePendingSecondFactor.getState().pending?.credentials;
  return credentials && 'to' in credentials && to && contactText(credentials.to) === contactText(to)
    ? credentials.code
    : '';
}
