import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { listFailures } from './delivery-failures.usecases.ts';

/** The failed deliveries of a tenant for its administrators, and of all tenants for operators. */
export function deliveryRoutes(
  app: FastifyInstance,
  { db, clock }: { readonly db: DatabaseHandle; readonly clock: Clock },
): void {
  route(app, 'GET /api/v1/tenants/{tid}/admin/delivery-failures', async ({ actor, query }) => {
    const { total, data } = await listFailures(db, { ...query, tid: actor.tid, now: clock() });
    return { total, data: data.map(({ tid: _tid, ...failure }) => failure) };
  });
  route(app, 'GET /api/v1/admin/delivery-failures', ({ query }) =>
    listFailures(db, { ...query, now: clock() }),
  );
}
