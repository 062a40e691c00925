import { tokenDigest } from '../../infra/tokens/device-proof.adapter.ts';
import type { AccountsContext, RequestPlace } from './accounts.port.ts';
import { takeProof } from './devices.usecases.ts';

export interface ShownProof {
  /** The DPoP proof of the request (RFC 9449); undefined for none. */
  proof: string | undefined;
  /** The access token that the proof has to cover. */
  token: string;
  place: RequestPlace;
}

/**
 * Checks that a request comes from the device to which its session is bound.
 * @returns `good`, or why the proof is invalid.
 */
export async function examineOwnProof(
  context: AccountsContext,
  device: { thumbprint: string },
  { proof, token, place }: ShownProof,
): Promise<'good' | 'wrong' | 'stale' | 'reused'> {
  const shown = proof === undefined ? 'wrong' : await takeProof(context, proof, place);
  if (typeof shown === 'string') return shown;
  return shown.thumbprint === device.thumbprint && shown.ath === tokenDigest(token) ? 'good' : 'wrong';
}
