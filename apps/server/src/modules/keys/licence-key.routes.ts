import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { type RotationServices, rotateKey } from './rotate-key.usecases.ts';

export function licenceKeyRoutes(app: FastifyInstance, services: RotationServices): void {
  route(app, 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate', async ({ actor }) => {
    const { licenceKeyID: key, generation } = await rotateKey(services, actor);
    return { data: { key, generation } };
  });
}
