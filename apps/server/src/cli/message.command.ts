import type { Answer } from '@sealflow/contract';
import { type Arguments, readArguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { resolveMemberIDs } from './name-lookup.client.ts';
import { findOption, requirePositional } from './options.util.ts';
import { renderOne } from './render.util.ts';
import { tenantOption } from './shared-options.util.ts';
import { formatRecord, formatTable, formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Post = Answer<'GET /api/v1/admin/messages'>['data'][number];
type Details = Answer<'GET /api/v1/tenants/{tid}/admin/messages/{postID}'>['data'];

const contentOptions = {
  text: { value: 'TEXT', about: 'content' },
  'text-file': { value: 'FILE', about: 'content from a file; - reads the standard input' },
  'title-en': { value: 'TEXT', about: 'title for readers of English' },
  'text-en': { value: 'TEXT', about: 'text for readers of English' },
} as const;

async function readContent(args: Arguments) {
  const text = (await args.file('text-file')) ?? args.requireText('text');
  const [title, english] = [args.text('title-en'), args.text('text-en')];
  return {
    title: args.argument(),
    text,
    en:
      title === undefined && english === undefined ? undefined : { title: title ?? '', text: english ?? '' },
  };
}

const toRecord = (post: Post) => ({
  id: post.postID,
  type: post.type,
  title: post.title,
  recipients: post.recipients ?? 'all',
  state: post.state,
  sent: formatTime(post.sendAt ?? post.createAt),
  withdrawn: formatTime(post.withdrawnAt),
});

const tenantOptions = { tenant: { type: 'string' } } as const;
const tenantHelp = [
  '--tenant ID selects the messages of a tenant; without it, the announcements to everyone on the service.',
];

export const messageCommands: readonly Command[] = [
  createCallCommand({
    name: 'message announce',
    summary: 'sends an announcement to everyone on the service',
    argument: 'TITLE',
    options: contentOptions,
    call: 'POST /api/v1/admin/messages',
    buildRequest: async (args) => ({ body: { type: 'announcement', ...(await readContent(args)) } }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'message send',
    summary: 'sends a message to a tenant, or to some of its members',
    argument: 'TITLE',
    options: {
      ...tenantOption,
      ...contentOptions,
      to: { value: 'PERSON,…', about: 'only to them: ids in the tenant, usernames, phones or emails' },
      orgs: { value: 'ID,…', about: 'only to the members of these departments' },
      roles: { value: 'ID,…', about: 'only to the members with these roles' },
      at: { value: 'TIME', about: 'sends it later, such as 2027-01-31T18:00' },
      type: {
        value: 'TYPE',
        about: 'announcement (default), text, or text_voice, which is read aloud',
      },
    },
    call: 'POST /api/v1/tenants/{tid}/admin/messages',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const names = args.list('to');
      return {
        params: { tid },
        body: {
          type: (args.text('type') ?? 'announcement') as 'announcement',
          ...(await readContent(args)),
          fids: names && (await resolveMemberIDs(call, { tid, names })),
          orgIDs: args.list('orgs'),
          roleIDs: args.list('roles'),
          sendAt: args.timestamp('at'),
        },
      };
    },
    render: renderOne(toRecord),
  }),
  {
    name: 'message list',
    usage: 'message list [--tenant ID [--state STATE]] [--skip N] [--limit N] [--json]',
    summary: 'lists messages and announcements, newest first',
    options: {
      ...tenantOptions,
      state: { type: 'string' },
      skip: { type: 'string' },
      limit: { type: 'string' },
    },
    details: [...tenantHelp, '--state is scheduled, sent or withdrawn.'],
    run: async (invocation) => {
      const tid = findOption(invocation, 'tenant');
      const query = readArguments(invocation).page();
      const state = findOption(invocation, 'state') as Post['state'] | undefined;
      if (state !== undefined && tid === undefined) throw new UsageError('--state requires --tenant');
      const { call } = await invocation.service();
      const found =
        tid === undefined
          ? await call('GET /api/v1/admin/messages', { query })
          : await call('GET /api/v1/tenants/{tid}/admin/messages', {
              params: { tid },
              query: { ...query, state },
            });
      return {
        json: found,
        lines: [...formatTable(found.data.map(toRecord)), `${found.data.length} of ${found.total}`],
      };
    },
  },
  createCallCommand({
    name: 'message show',
    summary: 'shows a message of a tenant with its recipients and how many have read it',
    argument: 'ID',
    options: tenantOption,
    call: 'GET /api/v1/tenants/{tid}/admin/messages/{postID}',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant'), postID: args.argument() } }),
    render: renderOne(({ audience, ...post }: Details) => ({
      ...toRecord(post),
      reads: post.reads,
      people: audience.people.map(({ name }) => name),
      departments: audience.organisations.map(({ name }) => name),
      roles: audience.roles.map(({ name }) => name),
    })),
  }),
  {
    name: 'message withdraw',
    usage: 'message withdraw ID [--tenant ID] [--json]',
    summary: 'withdraws a message or announcement',
    options: tenantOptions,
    details: tenantHelp,
    run: async (invocation) => {
      const postID = requirePositional(invocation, 'ID');
      const tid = findOption(invocation, 'tenant');
      const { call } = await invocation.service();
      const { data } =
        tid === undefined
          ? await call('POST /api/v1/admin/messages/{postID}/actions/withdraw', { params: { postID } })
          : await call('POST /api/v1/tenants/{tid}/admin/messages/{postID}/actions/withdraw', {
              params: { tid, postID },
            });
      return { json: data, lines: formatRecord(toRecord(data)) };
    },
  },
];
