import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../infra/http/access.port.ts';
import { languageOf } from '../../infra/http/language.util.ts';
import { route } from '../../infra/http/route.middleware.ts';
import { listMessages, listSessions, markSessionRead } from './messages.usecases.ts';
import { listPosts, type PostsContext, requirePost, sendPost, withdrawPost } from './posts.usecases.ts';
import { countRecipients } from './recipients.usecases.ts';

export function messageRoutes(app: FastifyInstance, context: PostsContext): void {
  const { db } = context;
  route(app, 'GET /api/v1/user-msg-sessions', async ({ session, query, request }) => {
    const { lang, ...sessionQuery } = query;
    return listSessions(db, { aid: session.aid, query: sessionQuery, language: languageOf(request, lang) });
  });

  route(app, 'GET /api/v1/user-msg-sessions/{sessionID}/msgs', async (call) => {
    const { session, params, request } = call;
    const { lang, ...query } = call.query;
    const language = languageOf(request, lang);
    return listMessages(db, { aid: session.aid, sessionID: params.sessionID, query, language });
  });

  route(app, 'POST /api/v1/user-msg-sessions/{sessionID}/actions/read', async ({ session, params, body }) => {
    await markSessionRead(db, { aid: session.aid, sessionID: params.sessionID, upTo: body.upTo });
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

  route(app, 'GET /api/v1/tenants/{tid}/admin/messages/{postID}', async ({ actor, params }) => ({
    data: await requirePost(db, { tid: actor.tid, postID: params.postID }),
  }));

  route(
    app,
    'POST /api/v1/tenants/{tid}/admin/messages/actions/count-recipients',
    async ({ actor, body }) => ({
      data: await countRecipients(db, { tid: actor.tid, form: body }),
    }),
  );

  route(app, 'POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw', async (call) => ({
    data: await withdrawPost(context, {
      sender: call.actor,
      postID: call.params.postID,
      ifMatch: call.headers['if-match'],
    }),
  }));

  route(app, 'POST /api/v1/admin/messages', async ({ operator, body, headers }) => ({
    data: await sendPost(context, {
      sender: globalSender(operator),
      message: body,
      key: headers['idempotency-key'],
    }),
  }));

  route(app, 'GET /api/v1/admin/messages', async ({ query }) => listPosts(db, { tid: null, query }));

  route(app, 'POST /api/v1/admin/messages/{postID}/actions/withdraw', async ({ operator, params }) => ({
    data: await withdrawPost(context, { sender: globalSender(operator), postID: params.postID }),
  }));
}

const globalSender = ({ operatorID }: Operator) => ({ kind: 'operator', tid: null, operatorID }) as const;
