import { tokenDigest } from '../../infra/tokens/device-proof.adapter.ts';
import type { AccountsContext, RequestPlace } from './accounts.port.ts';
import { takeProof } from './devices.usecases.ts';

export interface ShownProof {
  /** What was shown; undefined for nothing. */
  proof: string | undefined;
  /** The token that it has to cover. */
  token: string;
  place: RequestPlace;
}

/** Whether a request is shown to be of the device that a session is bound to; if not, why. */
export async function examineOwnProof(
  context: AccountsContext,
  device: { thumbprint: string },
  { proof, token, place }: ShownProof,
): Promise<'good' | 'wrong' | 'stale' | 'reused'> {
  const shown = proof === undefined ? 'wrong' : await takeProof(context, proof, place);
  if (typeof shown === 'string') return shown;
  return shown.thumbprint === device.thumbprint && shown.ath === tokenDigest(token) ? 'good' : 'wrong';
}
