import type { Answer } from '@sealflow/contract';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { listAccounts } from '../accounts/administration/administer-accounts.usecases.ts';
import {
  listAuditNames,
  listOperatorAccounts,
} from '../accounts/administration/operator-accounts.usecases.ts';
import { listOperators } from '../accounts/administration/operators.usecases.ts';
import { listSigningKeys } from '../accounts/administration/signing-keys.usecases.ts';
import { listAdministeredTenants, requireAdministeredTenant } from '../tenants/tenant-settings.usecases.ts';
import * as accounts from './accounts.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { grantOperator, removeAccountTotp } from './operator-accounts.usecases.ts';
import {
  createOperator,
  rotateSigningKey,
  type SigningKeyServices,
  withdrawOperator,
  withdrawSigningKey,
} from './operators.usecases.ts';
import { provisionTenant } from './provision-tenant.usecases.ts';
import { createSetupLink } from './setup-links.usecases.ts';
import { changeTenant, closeTenant, reopenTenant } from './tenants.usecases.ts';

/** The tenants and accounts of the demo, with their passwords. */
type Demo = Answer<'GET /api/v1/admin/demo'>;

export interface OperatorServices extends AdminServices {
  /** The demo data that was created at the first start, if any. */
  readonly findDemo: () => Promise<Demo | undefined>;
}

export function operatorRoutes(app: FastifyInstance, services: OperatorServices): void {
  tenantRoutes(app, services);
  accountRoutes(app, services);
  const { db, findDemo } = services;
  route(app, 'GET /api/v1/admin/demo', async () => {
    const demo = await findDemo();
    if (!demo) throw new ServiceError('app.no_demo');
    return demo;
  });
  route(app, 'GET /api/v1/admin/operators', ({ query, operator }) =>
    listOperators(db, { ...query, current: operator.operatorID }),
  );
  route(app, 'POST /api/v1/admin/operators', async ({ operator, body }) => ({
    data: await createOperator(services, { ...operator, ...body }),
  }));
  route(app, 'POST /api/v1/admin/operators/{operatorID}/actions/withdraw', async ({ operator, params }) => {
    await withdrawOperator(services, { by: operator.operatorID, ...params });
    return undefined;
  });
}

function tenantRoutes(app: FastifyInstance, services: AdminServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/admin/tenants', ({ query }) => listAdministeredTenants(db, query));
  route(app, 'POST /api/v1/admin/tenants', async ({ operator, body }) => ({
    data: await provisionTenant(services, operator.operatorID, body),
  }));
  route(app, 'GET /api/v1/admin/tenants/{tid}', async ({ params }) => ({
    data: await requireAdministeredTenant(db, params.tid),
  }));
  route(app, 'PUT /api/v1/admin/tenants/{tid}', async ({ operator, params, headers, body }) => ({
    data: await changeTenant(services, { ...operator, ...params, ifMatch: headers['if-match'] }, body),
  }));
  route(app, 'POST /api/v1/admin/tenants/{tid}/actions/close', async ({ operator, params, headers }) => ({
    data: await closeTenant(services, { ...operator, ...params, ifMatch: headers['if-match'] }),
  }));
  route(app, 'POST /api/v1/admin/tenants/{tid}/actions/reopen', async ({ operator, params }) => ({
    data: await reopenTenant(services, { ...operator, ...params }),
  }));
}

function accountRoutes(app: FastifyInstance, services: AdminServices): void {
  const { db } = services;
  route(app, 'GET /api/v1/admin/accounts', ({ query }) => listAccounts(db, query));
  route(app, 'POST /api/v1/admin/accounts', async ({ operator, body }) => ({
    data: await accounts.createAccount(services, operator.operatorID, body),
  }));
  route(app, 'GET /api/v1/admin/accounts/{aid}', async ({ params }) => ({
    data: await accounts.getAccount(db, params.aid),
  }));
  route(app, 'PUT /api/v1/admin/accounts/{aid}', async ({ operator, params, headers, body }) => ({
    data: await accounts.changeAccount(
      services,
      { ...operator, ...params, ifMatch: headers['if-match'] },
      body,
    ),
  }));
  route(
    app,
    'POST /api/v1/admin/accounts/{aid}/actions/close',
    async ({ operator, params, headers, body }) => ({
      data: await accounts.closeAccount(services, {
        ...operator,
        ...params,
        ...body,
        ifMatch: headers['if-match'],
      }),
    }),
  );
  route(app, 'POST /api/v1/admin/accounts/{aid}/actions/reopen', async ({ operator, params }) => ({
    data: await accounts.reopenAccount(services, { ...operator, ...params }),
  }));
  route(app, 'POST /api/v1/admin/accounts/{aid}/actions/unlock', async ({ operator, params }) => ({
    data: await accounts.unlockAccount(services, { ...operator, ...params }),
  }));
  route(app, 'POST /api/v1/admin/accounts/{aid}/actions/reset-password', async ({ operator, params }) => ({
    data: await accounts.resetPassword(services, { ...operator, ...params }),
  }));
  route(app, 'POST /api/v1/admin/accounts/{aid}/actions/end-sessions', async ({ operator, params }) => {
    await accounts.endAccountSessions(services, { ...operator, ...params });
    return undefined;
  });
}

/** Rotation and withdrawal of the keys that sign tokens. */
export function signingKeyRoutes(app: FastifyInstance, services: SigningKeyServices): void {
  const { db, clock } = services;
  route(app, 'GET /api/v1/admin/signing-keys', async () => {
    const data = await listSigningKeys(db, clock());
    return { total: data.length, data };
  });
  route(app, 'POST /api/v1/admin/signing-keys/actions/rotate', async ({ operator }) => ({
    data: await rotateSigningKey(services, operator.operatorID),
  }));
  route(app, 'POST /api/v1/admin/signing-keys/{kid}/actions/withdraw', async ({ operator, params }) => ({
    data: await withdrawSigningKey(services, { ...operator, ...params }),
  }));
}

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
  route(app, 'POST /api/v1/admin/audit/actions/find-names', async ({ body }) => ({
    data: await listAuditNames(db, body),
  }));
  route(app, 'POST /api/v1/admin/setup-links', async ({ operator }) => ({
    data: await createSetupLink(services, operator.operatorID),
  }));
}
