import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../infra/http/access.port.ts';
import { languageOf } from '../../infra/http/language.adapter.ts';
import { route } from '../../infra/http/route.adapter.ts';
import { listMessages, listSessions, readSession } from './messages.usecases.ts';
import { listPosts, type PostsContext, sendPost, withdrawPost } from './posts.usecases.ts';

export function messageRoutes(app: FastifyInstance, context: PostsContext): void {
  const { db } = context;
  route(app, 'GET /api/v1/user-msg-sessions', async ({ session, query, request }) => {
    const { lang, ...asked } = query;
    return listSessions(db, { aid: session.aid, query: asked, language: languageOf(request, lang) });
  });

  route(app, 'GET /api/v1/user-msg-sessions/{sessionID}/msgs', async (ask) => {
    const { session, params, request } = ask;
    const { lang, ...query } = ask.query;
    const language = languageOf(request, lang);
    return listMessages(db, { aid: session.aid, sessionID: params.sessionID, query, language });
  });

  route(app, 'POST /api/v1/user-msg-sessions/{sessionID}/actions/read', async ({ session, params, body }) => {
    await readSession(db, { aid: session.aid, sessionID: params.sessionID, upTo: body.upTo });
    return undefined;
  });

  postRoutes(app, context);
}

function postRoutes(app: FastifyInstance, context: PostsContext): void {
  const { db } = context;
  route(app, 'POST /api/v1/tenants/{tid}/admin/messages', async ({ actor, body, headers }) => ({
    data: await sendPost(context, { sender: actor, message: body, key: headers['idempotency-key'] }),
  }));

  route(app, 'GET /api/v1/tenants/{tid}/admin/messages', async ({ actor, query }) =>
    listPosts(db, { tid: actor.tid, query }),
  );

  route(app, 'POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw', async (ask) => ({
    data: await withdrawPost(context, { sender: ask.actor, postID: ask.params.postID }),
  }));

  route(app, 'POST /api/v1/admin/messages', async ({ operator, body, headers }) => ({
    data: await sendPost(context, {
      sender: toEveryone(operator),
      message: body,
      key: headers['idempotency-key'],
    }),
  }));

  route(app, 'GET /api/v1/admin/messages', async ({ query }) => listPosts(db, { tid: null, query }));

  route(app, 'POST /api/v1/admin/messages/{postID}/actions/withdraw', async ({ operator, params }) => ({
    data: await withdrawPost(context, { sender: toEveryone(operator), postID: params.postID }),
  }));
}

const toEveryone = ({ operatorID }: Operator) => ({ kind: 'operator', tid: null, operatorID }) as const;
