import { z } from 'zod';
import { declareCalls } from './call.ts';
import {
  data,
  id,
  ifMatchHeader,
  keyword,
  list,
  page,
  person,
  requestTime,
  tenantParams,
  time,
  timeParam,
} from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

export const messageType = z.enum(['text', 'text_voice', 'announcement', 'flow', 'task']);

/** The target of a message: a flow, or a task of a flow, of one tenant. */
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

/** Language of texts that the service generates. Default: `Accept-Language`, then Chinese. */
const lang = z.enum(['zh', 'en']).optional();

const messageContent = { title: z.string().max(200), text: z.string().max(10_000) };

/** A message from an administrator. `en` is the version for readers of English. */
const newPost = z.strictObject({
  type: z.enum(['announcement', 'text', 'text_voice']),
  ...messageContent,
  en: z.strictObject(messageContent).optional(),
});

const postHeaders = z.object({ 'idempotency-key': z.string().min(8).max(200).optional() });

const postState = z.enum(['scheduled', 'sent', 'withdrawn']);

const messagePost = z.object({
  postID: id,
  type: messageType,
  title: z.string(),
  text: z.string(),
  en: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** A person of the tenant, or the operator. */
  sender: z.object({ kind: z.enum(['member', 'operator']), id: z.string() }),
  recipients: z.int().nullable().meta({ description: 'How many people; null for all, also those to come' }),
  reads: z
    .int()
    .nullable()
    .meta({ description: 'How many active members have read it; null before it is sent, and for everyone' }),
  state: postState,
  createAt: time,
  sendAt: time
    .nullable()
    .meta({ description: 'When a scheduled message is sent; null if it was sent at once' }),
  withdrawnAt: time.nullable(),
});

/** A message with the choice of its recipients; an empty choice means all. */
const messagePostDetails = messagePost.extend({
  audience: z.object({
    people: z.array(person),
    organisations: z.array(z.object({ orgID: id, name: z.string() })),
    roles: z.array(z.object({ roleID: id, name: z.string() })),
  }),
});

/** Recipients: the members named, those of the departments and those with the roles; all members if none is given. */
const audience = {
  fids: z.array(id).min(1).max(500).optional(),
  orgIDs: z.array(id).min(1).max(100).optional(),
  roleIDs: z.array(id).min(1).max(100).optional(),
};
const audienceErrors = [
  'login.user_not_found',
  'admin.organisation_not_found',
  'admin.role_not_found',
] as const;

const postErrors = ['message.empty_creation', 'message.idempotency_key_reused'] as const;
const administration = { right: ['org_managment', 'Administration/administration'] } as const;

export const messageCalls = declareCalls({
  'GET /api/v1/user-msg-sessions': {
    summary:
      "The account's message sessions, newest first; `before` selects those that changed before a time",
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
    summary: 'The messages of a session, newest first; `before` keeps pages stable while new ones arrive',
    access: 'account',
    params: sessionParams,
    query: z.object({ ...page, before: timeParam.optional(), keyword: keyword.optional(), lang }),
    answer: list(message),
    errors: ['message.session_not_found'],
  },
  'POST /api/v1/user-msg-sessions/{sessionID}/actions/read': {
    summary: 'Mark all messages of a session up to a time as read',
    access: 'account',
    params: sessionParams,
    body: z.strictObject({ upTo: requestTime }),
    answer: 'none',
    errors: ['message.session_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/messages': {
    summary:
      'Send an announcement or a message to all or some members of the tenant, once per idempotency key',
    home: 'host',
    access: administration,
    params: tenantParams,
    headers: postHeaders,
    body: newPost.extend({
      ...audience,
      sendAt: requestTime
        .optional()
        .meta({ description: 'Sends it later, within a year; a past time: at once' }),
    }),
    answer: data(messagePost),
    errors: [...postErrors, ...audienceErrors, 'message.send_time_too_late'],
  },
  'POST /api/v1/tenants/{tid}/admin/messages/actions/count-recipients': {
    summary: 'How many active members a message to these recipients would reach now',
    home: 'host',
    access: administration,
    params: tenantParams,
    body: z.strictObject(audience),
    answer: data(z.object({ recipients: z.int() })),
    errors: audienceErrors,
  },
  'GET /api/v1/tenants/{tid}/admin/messages': {
    summary: 'Messages from administrators of the tenant, newest first',
    home: 'host',
    access: administration,
    params: tenantParams,
    query: z.strictObject({ ...page, keyword: keyword.optional(), state: postState.optional() }),
    answer: list(messagePost),
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/admin/messages/{postID}': {
    summary: 'One message from an administrator, with the choice of its recipients',
    home: 'host',
    access: administration,
    params: tenantParams.extend({ postID: id }),
    answer: data(messagePostDetails),
    entityTag: entityTagFields.post,
    errors: ['message.not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw': {
    summary: 'Withdraw a message: it is hidden and no longer counts as unread; a scheduled one is not sent',
    home: 'host',
    access: administration,
    params: tenantParams.extend({ postID: id }),
    headers: ifMatchHeader,
    answer: data(messagePost),
    entityTag: entityTagFields.post,
    errors: ['admin.changed_meanwhile', 'message.not_found'],
  },
  'POST /api/v1/admin/messages': {
    summary: 'Send an announcement to everyone, once per idempotency key',
    access: 'operator',
    headers: postHeaders,
    body: newPost,
    answer: data(messagePost),
    errors: postErrors,
  },
  'GET /api/v1/admin/messages': {
    summary: 'Announcements to everyone, newest first',
    access: 'operator',
    query: z.strictObject({ ...page }),
    answer: list(messagePost),
    errors: [],
  },
  'POST /api/v1/admin/messages/{postID}/actions/withdraw': {
    summary: 'Withdraw an announcement to everyone',
    access: 'operator',
    params: z.strictObject({ postID: id }),
    answer: data(messagePost),
    errors: ['message.not_found'],
  },
});
