import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { recordAct } from './audit.usecases.ts';
import type { LicenceKeys } from './licence-key.usecases.ts';

export interface LicenceKeyParts {
  readonly db: DatabaseHandle;
  readonly keys: LicenceKeys;
  readonly clock: Clock;
}

export function licenceKeyRoutes(app: FastifyInstance, { db, keys, clock }: LicenceKeyParts): void {
  route(app, 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate', async ({ actor }) => {
    const { licenceKeyID, generation } = await keys.addGeneration(actor.tid);
    await recordAct(
      { handle: db, actor, at: new Date(clock()) },
      { act: 'rotate', kid: `${licenceKeyID}.${generation}` },
    );
    return { data: { key: licenceKeyID, generation } };
  });
}
