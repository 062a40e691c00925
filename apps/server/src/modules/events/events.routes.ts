import type { FastifyInstance } from 'fastify';
import { route } from '../../infra/http/route.middleware.ts';
import { EventStream } from './event-stream.util.ts';
import { createHub, type HubOptions } from './hub.usecases.ts';

/** The shutdown of the service ends all streams without waiting for their readers. */
export function eventRoutes(app: FastifyInstance, options: HubOptions): { readonly size: number } {
  const hub = createHub(options);
  app.addHook('preClose', async () => hub.close());

  route(app, 'GET /api/v1/events', async ({ session, reply }) => {
    const { aid, sid, jti } = session;
    reply.hijack();
    hub.open({ aid, sid, jti }, new EventStream(reply.raw, reply.getHeaders()));
    return reply;
  });
  return hub;
}
