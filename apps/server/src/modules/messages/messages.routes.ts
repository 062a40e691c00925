import type { FastifyInstance } from 'fastify';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { listMessages, listSessions, readSession } from './messages.usecases.ts';

export function messageRoutes(app: FastifyInstance, { db }: { db: DatabaseHandle }): void {
  route(app, 'GET /api/v1/user-msg-sessions', async ({ session, query }) =>
    listSessions(db, { aid: session.aid, query }),
  );

  route(app, 'GET /api/v1/user-msg-sessions/{sessionID}/msgs', async ({ session, params, query }) =>
    listMessages(db, { aid: session.aid, sessionID: params.sessionID, query }),
  );

  route(app, 'POST /api/v1/user-msg-sessions/{sessionID}/actions/read', async ({ session, params, body }) => {
    await readSession(db, { aid: session.aid, sessionID: params.sessionID, upTo: body.upTo });
    return undefined;
  });
}
