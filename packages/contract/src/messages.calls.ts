import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, givenTime, id, keyword, list, page, tenantParams, time, timeParam } from './common.schemas.ts';

export const messageType = z.enum(['text', 'text_voice', 'announcement', 'flow', 'task']);

/** Where a message leads: a flow, or a task of a flow, of one tenant. */
export const messageLink = z.object({
  kind: z.enum(['flow', 'task']),
  tid: id,
  flowID: id,
  taskID: id.nullable(),
});

export const message = z.object({
  msgID: id,
  sessionID: id,
  type: messageType,
  title: z.string(),
  text: z.string(),
  createAt: time,
  read: z.boolean(),
  link: messageLink.nullable(),
});

const sessionKind = z.enum(['announcement', 'work', 'conversation']);

export const messageSession = z.object({
  sessionID: id,
  kind: sessionKind,
  title: z.string(),
  tid: id.nullable(),
  unread: z.int(),
  updateAt: time,
  lastMsg: z.object({ msgID: id, type: messageType, text: z.string(), createAt: time }).nullable(),
});

const sessionParams = z.strictObject({ sessionID: id });

/** Of the texts that the service wrote itself; `Accept-Language` where it is missing, Chinese where neither fits. */
const lang = z.enum(['zh', 'en']).optional();

const written = { title: z.string().max(200), text: z.string().max(10_000) };

/** What an administrator sends. `en` is what readers of English get in its stead. */
const newPost = z.strictObject({
  type: z.enum(['announcement', 'text', 'text_voice']),
  ...written,
  en: z.strictObject(written).optional(),
});

const postHeaders = z.object({ 'idempotency-key': z.string().min(8).max(200).optional() });

const messagePost = z.object({
  postID: id,
  type: messageType,
  title: z.string(),
  text: z.string(),
  en: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** A person of the tenant, or the operator. */
  sender: z.object({ kind: z.enum(['member', 'operator']), id: z.string() }),
  recipients: z.int().nullable().meta({ description: 'How many people; null for all, also those to come' }),
  createAt: time,
  withdrawnAt: time.nullable(),
});

const postErrors = ['message.empty_creation', 'message.idempotency_key_reused'] as const;
const administration = { right: ['org_managment', 'Administration/administration'] } as const;

export const messageCalls = declareCalls({
  'GET /api/v1/user-msg-sessions': {
    summary:
      "The account's message sessions, the latest first; `before` asks for those that moved before a moment",
    access: 'account',
    query: z.object({
      ...page,
      keyword: keyword.optional(),
      kind: sessionKind.optional(),
      before: timeParam.optional(),
      lang,
    }),
    answer: list(messageSession).extend({ unread: z.int() }),
    errors: [],
  },
  'GET /api/v1/user-msg-sessions/{sessionID}/msgs': {
    summary: 'The messages of a session, the newest first; `before` keeps pages still while new ones arrive',
    access: 'account',
    params: sessionParams,
    query: z.object({ ...page, before: timeParam.optional(), keyword: keyword.optional(), lang }),
    answer: list(message),
    errors: ['message.session_not_found'],
  },
  'POST /api/v1/user-msg-sessions/{sessionID}/actions/read': {
    summary: 'Mark all messages of a session up to a moment as read',
    access: 'account',
    params: sessionParams,
    body: z.strictObject({ upTo: givenTime }),
    answer: 'none',
    errors: ['message.session_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/messages': {
    summary:
      'Send an announcement or a message to people of the tenant, or to all of it; once for an idempotency key',
    home: 'host',
    access: administration,
    params: tenantParams,
    headers: postHeaders,
    body: newPost.extend({ fids: z.array(id).min(1).max(500).optional() }),
    answer: data(messagePost),
    errors: [...postErrors, 'login.user_not_found'],
  },
  'GET /api/v1/tenants/{tid}/admin/messages': {
    summary: 'What the administrators of the tenant sent, the latest first',
    home: 'host',
    access: administration,
    params: tenantParams,
    query: z.strictObject({ ...page }),
    answer: list(messagePost),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw': {
    summary: 'Withdraw what was sent: nobody finds it any more, and it counts as unread for nobody',
    home: 'host',
    access: administration,
    params: tenantParams.extend({ postID: id }),
    answer: data(messagePost),
    errors: ['message.not_found'],
  },
  'POST /api/v1/admin/messages': {
    summary: 'Announce something to everyone, once for an idempotency key',
    access: 'operator',
    headers: postHeaders,
    body: newPost,
    answer: data(messagePost),
    errors: postErrors,
  },
  'GET /api/v1/admin/messages': {
    summary: 'What was announced to everyone, the latest first',
    access: 'operator',
    query: z.strictObject({ ...page }),
    answer: list(messagePost),
    errors: [],
  },
  'POST /api/v1/admin/messages/{postID}/actions/withdraw': {
    summary: 'Withdraw what was announced to everyone',
    access: 'operator',
    params: z.strictObject({ postID: id }),
    answer: data(messagePost),
    errors: ['message.not_found'],
  },
});
