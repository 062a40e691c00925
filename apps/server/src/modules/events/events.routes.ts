import { calls, operatorKinds } from '@sealflow/contract/schemas';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../../infra/http/access.port.ts';
import { bearerOf, route } from '../../infra/http/route.middleware.ts';
import { createConsoleHub } from './console-hub.usecases.ts';
import { readableKinds } from './console-kinds.table.ts';
import { EventStream } from './event-stream.util.ts';
import { createHub, type HubOptions } from './hub.usecases.ts';

const { right } = calls['GET /api/v1/tenants/{tid}/admin/events'].access;

/** The shutdown of the service ends all streams without waiting for their readers. */
export function eventRoutes(app: FastifyInstance, options: HubOptions): { readonly size: number } {
  const hub = createHub(options);
  const consoleHub = createConsoleHub(options);
  const { authenticator } = app.guard;
  app.addHook('preClose', async () => {
    hub.close();
    consoleHub.close();
  });
  const openStream = (reply: FastifyReply) => {
    reply.hijack();
    return new EventStream(reply.raw, reply.getHeaders());
  };

  route(app, 'GET /api/v1/events', async ({ session, reply }) => {
    const { aid, sid, jti } = session;
    hub.open({ aid, sid, jti }, openStream(reply));
    return reply;
  });

  route(app, 'GET /api/v1/tenants/{tid}/admin/events', async ({ params: { tid }, actor, request, reply }) => {
    const token = bearerOf(request);
    const admit = async () => {
      const admitted = await authenticator.actor(token, { tid, right });
      return { ...idOf(admitted), kinds: readableKinds(admitted) };
    };
    consoleHub.open({ tid, person: personOf(actor), admit }, openStream(reply));
    return reply;
  });

  route(app, 'GET /api/v1/admin/events', async ({ operator, request, reply }) => {
    const token = bearerOf(request);
    const admit = async () => {
      const { operatorID } = await authenticator.operator(token);
      return { operatorID, kinds: new Set(operatorKinds) };
    };
    consoleHub.open({ tid: null, person: operator.aid ?? operator.operatorID, admit }, openStream(reply));
    return reply;
  });

  return {
    get size() {
      return hub.size + consoleHub.size;
    },
  };
}

const personOf = (actor: Actor): string =>
  actor.kind === 'member' ? actor.session.aid : (actor.aid ?? actor.operatorID);

const idOf = (actor: Actor) =>
  actor.kind === 'member' ? { fid: actor.member.fid } : { operatorID: actor.operatorID };
