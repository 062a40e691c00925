import type { RequestMetadata } from '../../../infra/http/request-metadata.util.ts';
import { tokenDigest } from '../../../infra/tokens/device-proof.util.ts';
import type { AccountsContext } from '../accounts.types.ts';
import { consumeProof } from '../devices/devices.usecases.ts';

export interface PresentedProof {
  /** The DPoP proof of the request (RFC 9449); undefined for none. */
  proof: string | undefined;
  /** The access token that the proof has to cover. */
  token: string;
  metadata: RequestMetadata;
}

/**
 * Checks that a request comes from the device to which its session is bound.
 * @returns `good`, or why the proof is invalid.
 */
export async function checkSessionProof(
  context: AccountsContext,
  device: { thumbprint: string },
  { proof, token, metadata }: PresentedProof,
): Promise<'good' | 'wrong' | 'stale' | 'reused'> {
  const presented = proof === undefined ? 'wrong' : await consumeProof(context, proof, metadata);
  if (typeof presented === 'string') return presented;
  return presented.thumbprint === device.thumbprint && presented.ath === tokenDigest(token)
    ? 'good'
    : 'wrong';
}
