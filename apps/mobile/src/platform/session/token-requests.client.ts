import type { Body, CallId, SignInAnswer } from '@sealflow/contract';
import { displayPhone } from '@sealflow/domain/identifiers';
import { limits } from '@sealflow/domain/limits';
import { ApiError } from '../api/index.ts';
import { deviceProof, type ProofDeps, registerDevice } from './device-proof.usecases.ts';

/**
 * A password with any of the account's names, or a code sent to its number or address; or both: the password with the
 * code, or the code with the challenge from the password's response.
 */
export type Credentials =
  | { readonly username: string; readonly password: string }
  | { readonly username: string; readonly challenge: string; readonly code: string; readonly ticket?: string }
  | { readonly username: string; readonly challenge: string; readonly totp: string }
  | { readonly username: string; readonly challenge: string; readonly recoveryCode: string }
  | (CodeCredentials & { readonly mobileNo: string })
  | (CodeCredentials & { readonly email: string });

type CodeCredentials = { readonly code: string; readonly ticket?: string; readonly password?: string };

const timeoutMs = limits.signInTimeoutMs;

/** The name that the user signed in with, to offer it again. */
export const signInNameOf = (credentials: Credentials): string =>
  'username' in credentials
    ? credentials.username
    : 'email' in credentials
      ? credentials.email
      : displayPhone(credentials.mobileNo);

function bodyOf(credentials: Credentials): Body<'POST /api/v1/auth/token'> {
  if (!('challenge' in credentials)) return credentials;
  const { username: _, ...body } = credentials;
  return body;
}

/**
 * Signs in on this device.
 * @throws ApiError, or the AbortError of the given signal.
 */
export async function requestToken(
  deps: ProofDeps,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<SignInAnswer & { readonly bound: boolean }> {
  const body = bodyOf(credentials);
  const attempt = async () => {
    const device = await registerDevice(deps);
    const answer = await deps.api.call('POST /api/v1/auth/token', {
      body: device === null ? body : { ...body, device },
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
    if (error.code === 'login.device_withdrawn') await deps.platform.deviceKeys.delete();
    // A wrong clock of the device invalidates the first proof; the response contained the service's time.
    else if (error.code !== 'login.device_proof_invalid') throw error;
    return attempt();
  }
}

export type ProofHeaders = { readonly dpop?: string };

type BoundToken = { readonly token: string; readonly bound: boolean };

/**
 * Makes a call with the device's proof if the token is bound to it. A wrong clock of the device invalidates the first
 * proof, and so does a refresh in another tab; the response contained the service's time.
 */
export async function withProof<T>(
  deps: ProofDeps,
  { name, boundToken }: { readonly name: CallId; readonly boundToken: () => Promise<BoundToken> },
  call: (headers: ProofHeaders) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const { token, bound } = await boundToken();
    const dpop = bound ? await deviceProof(deps, name, token) : undefined;
    return call(dpop === undefined ? {} : { dpop });
  };
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'login.device_proof_invalid') return attempt();
    throw error;
  }
}

/**
 * Exchanges a token for its successor.
 * @throws ApiError.
 */
export function requestRefresh(
  deps: ProofDeps,
  boundToken: BoundToken,
): Promise<{ readonly token: string; readonly expire: number }> {
  const name = 'POST /api/v1/auth/refresh-token';
  const call = (headers: ProofHeaders) =>
    deps.api.call(name, { headers, token: boundToken.token, timeoutMs });
  return withProof(deps, { name, boundToken: async () => boundToken }, call);
}
