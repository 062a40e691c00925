import type { Clock } from '../../infra/clock/clock.port.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import type { Generation, LicenceKeys } from './licence-key.usecases.ts';

export interface RotationServices {
  readonly keys: LicenceKeys;
  readonly clock: Clock;
}

/** Adds the next generation of a tenant's licence key. Documents sealed before still open. */
export function rotateKey({ keys, clock }: RotationServices, actor: Actor): Promise<Generation> {
  const at = new Date(clock());
  return keys.addGeneration(actor.tid, (handle, { licenceKeyID, generation }) =>
    recordAct({ handle, actor, at }, { act: 'rotate', kid: `${licenceKeyID}.${generation}` }),
  );
}
