import type { Answer } from '@sealflow/contract';
import { callCommand, sayOne, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { onlyPositional, optional } from './given.adapter.ts';
import { peopleNamed } from './names.adapter.ts';
import { momentOf, sheetOf, tableOf } from './table.adapter.ts';
import { type Take, takeFrom } from './take.adapter.ts';

type Post = Answer<'GET /api/v1/admin/messages'>['data'][number];

const written = {
  text: { value: 'TEXT', about: 'content' },
  'text-file': { value: 'FILE', about: 'content from a file; - reads the standard input' },
  'title-en': { value: 'TEXT', about: 'title for readers of English' },
  'text-en': { value: 'TEXT', about: 'text for readers of English' },
} as const;

async function writtenIn(take: Take) {
  const text = (await take.file('text-file')) ?? take.need('text');
  const [title, english] = [take.text('title-en'), take.text('text-en')];
  return {
    title: take.argument(),
    text,
    en:
      title === undefined && english === undefined ? undefined : { title: title ?? '', text: english ?? '' },
  };
}

const sheet = (post: Post) => ({
  id: post.postID,
  type: post.type,
  title: post.title,
  recipients: post.recipients ?? 'all',
  sent: momentOf(post.createAt),
  withdrawn: momentOf(post.withdrawnAt),
});

const whose = { tenant: { type: 'string' } } as const;
const whoseHelp = ['--tenant ID selects messages of a tenant; without it, messages to everyone on the service.'];

export const messageCommands: readonly Command[] = [
  callCommand({
    name: 'message announce',
    summary: 'announces something to everyone on the service',
    argument: 'TITLE',
    options: written,
    call: 'POST /api/v1/admin/messages',
    ask: async (take) => ({ body: { type: 'announcement', ...(await writtenIn(take)) } }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'message send',
    summary: 'sends something to a tenant, or to some of its people',
    argument: 'TITLE',
    options: {
      ...tenantOption,
      ...written,
      to: { value: 'PERSON,…', about: 'only to them: ids in the tenant, usernames, phones or e-mails' },
      type: {
        value: 'TYPE',
        about: 'announcement (default), text, or text_voice, which is read aloud',
      },
    },
    call: 'POST /api/v1/tenants/{tid}/admin/messages',
    ask: async (take, call) => {
      const tid = take.need('tenant');
      const names = take.list('to');
      return {
        params: { tid },
        body: {
          type: (take.text('type') ?? 'announcement') as 'announcement',
          ...(await writtenIn(take)),
          fids: names && (await peopleNamed(call, { tid, names })),
        },
      };
    },
    say: sayOne(sheet),
  }),
  {
    name: 'message list',
    usage: 'message list [--tenant ID] [--skip N] [--limit N] [--json]',
    summary: 'lists sent and announced messages, newest first',
    options: { ...whose, skip: { type: 'string' }, limit: { type: 'string' } },
    details: whoseHelp,
    run: async (given) => {
      const tid = optional(given, 'tenant');
      const query = takeFrom(given).page();
      const { call } = await given.service();
      const found =
        tid === undefined
          ? await call('GET /api/v1/admin/messages', { query })
          : await call('GET /api/v1/tenants/{tid}/admin/messages', { params: { tid }, query });
      return {
        json: found,
        lines: [...tableOf(found.data.map(sheet)), `${found.data.length} of ${found.total}`],
      };
    },
  },
  {
    name: 'message withdraw',
    usage: 'message withdraw ID [--tenant ID] [--json]',
    summary: 'withdraws a sent or announced message',
    options: whose,
    details: whoseHelp,
    run: async (given) => {
      const postID = onlyPositional(given, 'ID');
      const tid = optional(given, 'tenant');
      const { call } = await given.service();
      const { data } =
        tid === undefined
          ? await call('POST /api/v1/admin/messages/{postID}/actions/withdraw', { params: { postID } })
          : await call('POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw', {
              params: { tid, postID },
            });
      return { json: data, lines: sheetOf(sheet(data)) };
    },
  },
];
