import type { CallId, DeviceRegistration } from '@sealflow/contract';
import { exportPublicKey, signProof } from '@sealflow/sdk/dpop.util.ts';
import type { Api } from '../api/index.ts';
import type { Platform } from '../index.ts';

export type ProofDeps = { readonly api: Api; readonly platform: Platform; readonly serverNow: () => number };

const methodOf = (name: CallId) => name.slice(0, name.indexOf(' '));

/**
 * The device registration of a sign-in. Called only after consent: it creates the device's id and keys.
 * @returns null if the browser stores no keys (some private modes): the session is then short and unbound.
 */
export async function registerDevice({
  api,
  platform,
  serverNow,
}: ProofDeps): Promise<DeviceRegistration | null> {
  const device = await platform.deviceKeys.ensure().catch(() => null);
  if (device === null) return null;
  const agreementKey = await exportPublicKey(device.agreement.publicKey);
  const name = 'POST /api/v1/auth/token';
  return {
    id: device.id,
    name: device.name,
    platform: device.platform,
    agreementKey,
    signingKey: await exportPublicKey(device.signing.publicKey),
    proof: await signProof(device.signing, {
      method: methodOf(name),
      url: api.url(name),
      now: serverNow(),
      agreementKey,
    }),
  };
}

/**
 * The DPoP proof of a call by this device.
 * @param token - the bound token that it covers; undefined for a call without one.
 * @returns undefined if this device has no keys.
 */
export async function deviceProof(
  { api, platform, serverNow }: ProofDeps,
  name: CallId,
  token?: string,
): Promise<string | undefined> {
  const device = await platform.deviceKeys.current();
  if (device === null) return undefined;
  const request = { method: methodOf(name), url: api.url(name), now: serverNow() };
  return signProof(device.signing, token === undefined ? request : { ...request, token });
}
