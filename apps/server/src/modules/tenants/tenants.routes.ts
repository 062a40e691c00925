import type { FastifyInstance } from 'fastify';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { requireTenant, rolesOf } from './tenants.usecases.ts';

export function tenantRoutes(app: FastifyInstance, { db }: { db: DatabaseHandle }): void {
  route(app, 'GET /api/v1/tenants/{tid}/current-user', async ({ member }) => {
    const { exactPages, renditions, fullTextSearch } = await requireTenant(db, member.tid);
    return {
      fid: member.fid,
      name: member.name,
      rights: [...member.rights],
      deny: [...member.deny],
      roles: await rolesOf(db, member),
      exactPages,
      renditions,
      fullTextSearch,
    };
  });
}
