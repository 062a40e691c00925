import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { listOperatorAccounts } from '../accounts/administration/operator-accounts.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { grantOperator, removeAccountTotp } from './operator-accounts.usecases.ts';
import { createSetupLink } from './setup-links.usecases.ts';

/** Operators that are people. */
export function operatorAccountRoutes(app: FastifyInstance, services: AdminServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/admin/operator-accounts', ({ query, operator }) =>
    listOperatorAccounts(db, { ...query, current: operator.operatorID }),
  );
  route(app, 'POST /api/v1/admin/operator-accounts', async ({ operator: { operatorID }, body }) => ({
    data: await grantOperator(services, { operatorID, ...body }),
  }));
  route(
    app,
    'POST /api/v1/admin/accounts/{aid}/actions/remove-totp',
    async ({ operator: { operatorID }, params }) => {
      await removeAccountTotp(services, { operatorID, ...params });
      return undefined;
    },
  );
  route(app, 'POST /api/v1/admin/setup-links', async ({ operator }) => ({
    data: await createSetupLink(services, operator.operatorID),
  }));
}
