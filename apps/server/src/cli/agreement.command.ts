import type { Answer, Params } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { pageOptions } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Agreement = Answer<'GET /api/v1/admin/agreements'>['data'][number];
type Version = Answer<'GET /api/v1/admin/agreements/{agreement}/versions'>['data'][number];
type StoredDraft = Answer<'GET /api/v1/admin/agreements/{agreement}/draft'>['data'];
type AgreementName = Params<'GET /api/v1/admin/agreements/{agreement}/versions'>['agreement'];

const toAgreementRow = (one: Agreement) => ({
  agreement: one.agreement,
  version: one.version,
  source: one.source,
  published: formatTime(one.publishedAt),
  agreed: one.agreed,
  title: one.zh.title,
});

const toVersionRow = (one: Version) => ({
  version: one.version,
  published: formatTime(one.publishedAt),
  by: one.publishedBy,
  asksAgain: one.asksAgain,
  agreed: one.agreed,
  title: one.zh.title,
});

const toDraftRow = ({ draft }: StoredDraft) => ({
  version: draft?.version ?? null,
  saved: formatTime(draft?.savedAt ?? null),
  by: draft?.savedBy ?? null,
  asksAgain: draft?.asksAgain ?? null,
  title: draft?.zh.title ?? null,
});

const renderPublished = renderOne(({ version, publishedAt }: { version: string; publishedAt: number }) => ({
  version,
  published: formatTime(publishedAt),
}));

const agreementOf = (args: Arguments) => args.argument() as AgreementName;

/** The file that an option names: a first line `# title`, then the text. */
async function readAgreement(args: Arguments, option: string): Promise<{ title: string; text: string }> {
  const content = (await args.file(option)) ?? '';
  const [, title, text = ''] = /^\uFEFF?# +(.+?)\s*\r?\n([\s\S]*)$/.exec(content) ?? [];
  if (title === undefined || text.trim() === '')
    throw new UsageError(`the file of --${option} must begin with "# title", followed by text`);
  return { title, text: text.trim() };
}

const versionOptions = {
  version: { value: 'V', about: 'such as 2.0', required: true },
  zh: { value: 'FILE', about: 'the Chinese text: # title, then Markdown', required: true },
  en: { value: 'FILE', about: 'the English text', required: true },
  'ask-again': { about: 'the app asks everybody to agree at the next start' },
} as const;

const readVersion = async (args: Arguments) => ({
  version: args.requireText('version'),
  zh: await readAgreement(args, 'zh'),
  en: await readAgreement(args, 'en'),
  asksAgain: args.flag('ask-again'),
});

/** The agreements that people accept before they sign in. */
export const agreementCommands: readonly Command[] = [
  createCallCommand({
    name: 'agreement list',
    summary: 'lists the agreements in force',
    options: {},
    details: ['files: the folder LEGAL_DIR determines the agreement, and no command changes it.'],
    call: 'GET /api/v1/admin/agreements',
    buildRequest: () => ({}),
    render: ({ data }: { data: Agreement[] }) => renderList(toAgreementRow)({ total: data.length, data }),
  }),
  createCallCommand({
    name: 'agreement versions',
    summary: 'lists the published versions of an agreement, newest first',
    argument: 'NAME',
    options: pageOptions,
    details: ['NAME is eula or privacy-policy. --json also prints the texts.'],
    call: 'GET /api/v1/admin/agreements/{agreement}/versions',
    buildRequest: (args) => ({ params: { agreement: agreementOf(args) }, query: args.page() }),
    render: renderList(toVersionRow),
  }),
  createCallCommand({
    name: 'agreement publish',
    summary: 'publishes a version of an agreement, which is in force at once',
    argument: 'NAME',
    options: versionOptions,
    details: ['NAME is eula or privacy-policy.'],
    call: 'POST /api/v1/admin/agreements/{agreement}/versions',
    buildRequest: async (args) => ({
      params: { agreement: agreementOf(args) },
      body: await readVersion(args),
    }),
    render: renderPublished,
  }),
  createCallCommand({
    name: 'agreement draft',
    summary: 'shows the draft of the next version of an agreement',
    argument: 'NAME',
    options: {},
    details: ['NAME is eula or privacy-policy. --json also prints the texts.'],
    call: 'GET /api/v1/admin/agreements/{agreement}/draft',
    buildRequest: (args) => ({ params: { agreement: agreementOf(args) } }),
    render: renderOne(toDraftRow),
  }),
  createCallCommand({
    name: 'agreement save-draft',
    summary: 'saves the draft of the next version, which nobody sees before it is published',
    argument: 'NAME',
    options: versionOptions,
    details: ['NAME is eula or privacy-policy.'],
    call: 'PUT /api/v1/admin/agreements/{agreement}/draft',
    buildRequest: async (args) => ({
      params: { agreement: agreementOf(args) },
      body: await readVersion(args),
    }),
    render: renderOne(toDraftRow),
  }),
  createCallCommand({
    name: 'agreement publish-draft',
    summary: 'publishes the draft of an agreement, which is in force at once',
    argument: 'NAME',
    options: {},
    details: ['NAME is eula or privacy-policy.'],
    call: 'POST /api/v1/admin/agreements/{agreement}/draft/actions/publish',
    buildRequest: (args) => ({ params: { agreement: agreementOf(args) } }),
    render: renderPublished,
  }),
  createCallCommand({
    name: 'agreement discard-draft',
    summary: 'deletes the draft of an agreement',
    argument: 'NAME',
    options: {},
    details: ['NAME is eula or privacy-policy.'],
    call: 'DELETE /api/v1/admin/agreements/{agreement}/draft',
    buildRequest: (args) => ({ params: { agreement: agreementOf(args) } }),
    render: (_, args) =>
      renderDone({ agreement: args.argument(), draft: null }, `the draft of ${args.argument()} is deleted`),
  }),
];
