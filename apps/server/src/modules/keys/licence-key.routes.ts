import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.adapter.ts';
import { type RotationParts, rotateKey } from './rotate-key.usecases.ts';

export function licenceKeyRoutes(app: FastifyInstance, parts: RotationParts): void {
  route(app, 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate', async ({ actor }) => {
    const { licenceKeyID: key, generation } = await rotateKey(parts, actor);
    return { data: { key, generation } };
  });
}
