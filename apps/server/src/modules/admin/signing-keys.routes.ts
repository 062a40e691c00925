import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { listSigningKeys } from '../accounts/administration/signing-keys.usecases.ts';
import { rotateSigningKey, type SigningKeyServices, withdrawSigningKey } from './signing-keys.usecases.ts';

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
