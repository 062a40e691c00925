import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import type { LicenceKeys } from './licence-key.usecases.ts';

export interface LicenceKeyParts {
  readonly keys: LicenceKeys;
  readonly clock: Clock;
}

export function licenceKeyRoutes(app: FastifyInstance, { keys, clock }: LicenceKeyParts): void {
  route(app, 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate', async ({ actor }) => {
    const at = new Date(clock());
    const { licenceKeyID, generation } = await keys.addGeneration(actor.tid, (handle, made) =>
      recordAct({ handle, actor, at }, { act: 'rotate', kid: `${made.licenceKeyID}.${made.generation}` }),
    );
    return { data: { key: licenceKeyID, generation } };
  });
}
