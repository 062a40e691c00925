import type { SignInAnswer } from '@sealflow/contract';
import { familiarPhone } from '@sealflow/domain/identifiers';
import { limits } from '@sealflow/domain/limits';
import { ApiError } from '../api/index.ts';
import { type ProofDeps, refreshProof, registerDevice } from './device-proof.ts';

/** A password under any of the account's names, or a code that went to its number or address. */
export type Credentials =
  | { readonly username: string; readonly password: string }
  | { readonly mobileNo: string; readonly code: string }
  | { readonly email: string; readonly code: string };

const timeoutMs = limits.signInTimeout;

/** What the person signed in with, to offer it again. */
export const nameOf = (credentials: Credentials): string =>
  'username' in credentials
    ? credentials.username
    : 'email' in credentials
      ? credentials.email
      : familiarPhone(credentials.mobileNo);

/** Signs in on this device. @throws ApiError, or the AbortError of the given signal. */
export async function requestToken(
  deps: ProofDeps,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<SignInAnswer & { readonly bound: boolean }> {
  const attempt = async () => {
    const device = await registerDevice(deps);
    const answer = await deps.api.call('POST /api/v1/auth/token', {
      body: device === null ? credentials : { ...credentials, device },
      token: null,
      timeoutMs,
      signal,
    });
    return { ...answer, bound: device !== null };
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A withdrawn device may sign in again as a new one; its old id stays withdrawn.
    if (error.code === 'login.device_withdrawn') await deps.platform.deviceKeys.forget();
    // A wrong clock of the device spoils the first proof; the answer brought the service's time.
    else if (error.code !== 'login.device_proof_invalid') throw error;
    return attempt();
  }
}

/** Exchanges a token for its successor. @throws ApiError. */
export async function requestRefresh(
  deps: ProofDeps,
  { token, bound }: { readonly token: string; readonly bound: boolean },
): Promise<{ readonly token: string; readonly expire: number }> {
  const attempt = async () => {
    const dpop = bound ? await refreshProof(deps, token) : undefined;
    const headers = dpop === undefined ? {} : { dpop };
    return deps.api.call('POST /api/v1/auth/refresh-token', { headers, token, timeoutMs });
  };
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'login.device_proof_invalid') return attempt();
    throw error;
  }
}
