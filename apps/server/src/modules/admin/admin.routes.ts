import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { route } from '../../infra/http/route.adapter.ts';
import type { Demo } from './demo.port.ts';

export interface AdminParts {
  /** The demo data that was put in at the first start, if any was. */
  readonly findDemo: () => Promise<Demo | undefined>;
}

export function adminRoutes(app: FastifyInstance, { findDemo }: AdminParts): void {
  route(app, 'GET /api/v1/admin/demo', async () => {
    const demo = await findDemo();
    if (!demo) throw new ServiceError('app.no_demo');
    return demo;
  });
}
