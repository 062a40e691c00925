import { z } from 'zod';
import { declareCalls } from './call.ts';
import { givenTime, id, keyword, list, page, time, timeParam } from './common.schemas.ts';

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

export const messageSession = z.object({
  sessionID: id,
  kind: z.enum(['announcement', 'work', 'conversation']),
  title: z.string(),
  tid: id.nullable(),
  unread: z.int(),
  updateAt: time,
  lastMsg: z.object({ msgID: id, type: messageType, text: z.string(), createAt: time }).nullable(),
});

const sessionParams = z.strictObject({ sessionID: id });

export const messageCalls = declareCalls({
  'GET /api/v1/user-msg-sessions': {
    summary: "The account's message sessions, the latest first",
    access: 'account',
    query: z.strictObject({ ...page, keyword: keyword.optional() }),
    answer: list(messageSession).extend({ unread: z.int() }),
    errors: [],
  },
  'GET /api/v1/user-msg-sessions/{sessionID}/msgs': {
    summary: 'The messages of a session, the newest first; `before` keeps pages still while new ones arrive',
    access: 'account',
    params: sessionParams,
    query: z.strictObject({ ...page, before: timeParam.optional(), keyword: keyword.optional() }),
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
});
