import type { Answer } from '@sealflow/contract';
import { type Arguments, splitList } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { requirePositional } from './options.util.ts';
import { renderList, renderOne } from './render.util.ts';
import { pageOptions } from './shared-options.util.ts';
import { formatRecord, formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Tenant = Answer<'GET /api/v1/admin/tenants/{tid}'>['data'];

const settingOptions = {
  'service-version': { value: 'VERSION', about: 'such as eds-pro_16.2; determines the response format' },
  logo: { value: 'FILE', about: 'PNG, JPEG or WebP of at most 48 KB, shown in the app; none to clear it' },
  namespace: { value: 'NAME', about: 'of the policy attributes; fixed once documents are registered' },
  'service-api': {
    value: 'ORIGIN',
    about: 'https origin of a separate server for the tenant; none to clear it',
  },
  local: { value: 'yes|no', about: 'whether this service stores its data while it has no separate server' },
  'second-factor': {
    value: 'none|new_devices|always',
    about: 'when sign-in requires both a password and a code',
  },
  'exact-pages': {
    value: 'off|ask|preload',
    about: 'whether the app draws exact pages, and fetches their engine after a question or in advance',
  },
  renditions: {
    value: 'yes|no',
    about: 'whether the service converts documents to PDF for phones, and so sees their content',
  },
  'full-text-search': {
    value: 'yes|no',
    about: 'whether the app indexes the text of documents on the device, so that its search finds them',
  },
  'printing-up-to': {
    value: 'LEVEL',
    about: 'highest level of a classification whose documents may be printed; none to forbid printing',
  },
  'insight-on-people': {
    value: 'yes|no',
    about: 'whether administrators see the waiting time of each person; reading it is audited',
  },
  'message-days': {
    value: 'N',
    about: 'keeps messages for N days, at least 30; none for the time of the service',
  },
  'application-days': {
    value: 'N',
    about: 'keeps ended applications for N days, at least 365; none for the time of the service',
  },
  'archive-applications': {
    value: 'yes|no',
    about: 'whether ended applications are archived in signed files before they are deleted',
  },
  'other-clients': { value: 'yes|no', about: 'whether third-party OpenTDF clients get use licences' },
} as const;

const toRecord = (tenant: Tenant) => ({
  id: tenant.tid,
  name: tenant.name,
  state: tenant.state,
  'service version': tenant.serviceVersion,
  'licence key': tenant.key,
  namespace: tenant.namespace,
  'service API': tenant.serviceAPI,
  local: tenant.isLocal,
  'second factor': tenant.secondFactor,
  'exact pages': tenant.exactPages,
  renditions: tenant.renditions,
  'full-text search': tenant.fullTextSearch,
  'printing up to level': tenant.printingMaxLevel,
  'insight on people': tenant.insightOnPeople,
  'message days': tenant.messageDays,
  'application days': tenant.applicationDays,
  'archive applications': tenant.archiveApplications,
  'other clients': tenant.otherClientsAllowed,
  logo: tenant.logo?.replace(/;base64,.*/, ''),
  people: tenant.members,
  made: formatTime(tenant.createAt),
});

/** Parses `lina=李娜,wangqiang=王强`: accounts and their names in the tenant. */
function readFirstMembers(args: Arguments, option: string): { account: string; name: string }[] | undefined {
  return args.list(option)?.map((part) => {
    const [account, name] = splitList(part, '=');
    if (account === undefined || name === undefined)
      throw new UsageError(`--${option} must be ACCOUNT=NAME,…`);
    return { account, name };
  });
}

const secondFactors: readonly Tenant['secondFactor'][] = ['none', 'new_devices', 'always'];
const exactPagesModes: readonly Tenant['exactPages'][] = ['off', 'ask', 'preload'];

function readChoice<Choice extends string>(
  args: Arguments,
  option: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = args.text(option);
  const value = choices.find((one) => one === text);
  if (text !== undefined && value === undefined)
    throw new UsageError(`--${option} must be ${choices.join(', ')}`);
  return value;
}

const readIntegerOrNone = (args: Arguments, option: string) =>
  args.text(option) === 'none' ? null : args.integer(option);

/** The values of `settingOptions` except the service version, which only a new tenant requires. */
const readSettings = async (args: Arguments) => ({
  logo: await args.image('logo'),
  namespace: args.text('namespace'),
  serviceAPI: args.textOrNull('service-api'),
  isLocal: args.yesNo('local'),
  otherClientsAllowed: args.yesNo('other-clients'),
  secondFactor: readChoice(args, 'second-factor', secondFactors),
  exactPages: readChoice(args, 'exact-pages', exactPagesModes),
  renditions: args.yesNo('renditions'),
  fullTextSearch: args.yesNo('full-text-search'),
  printingMaxLevel: readIntegerOrNone(args, 'printing-up-to'),
  insightOnPeople: args.yesNo('insight-on-people'),
  messageDays: readIntegerOrNone(args, 'message-days'),
  applicationDays: readIntegerOrNone(args, 'application-days'),
  archiveApplications: args.yesNo('archive-applications'),
});

export const tenantCommands: readonly Command[] = [
  createCallCommand({
    name: 'tenant create',
    summary: 'creates a tenant with licence key, roles and a default classification',
    argument: 'NAME',
    options: {
      ...settingOptions,
      'service-version': { ...settingOptions['service-version'], required: true },
      id: { value: 'ID', about: 'a-z, 0-9 and -; generated by default' },
      administrators: { value: 'ACCOUNT=NAME,…', about: 'accounts that become its first administrators' },
      approvers: {
        value: 'ACCOUNT=NAME,…',
        about: 'accounts that decide applications; enables all eleven application types',
      },
    },
    call: 'POST /api/v1/admin/tenants',
    buildRequest: async (args) => ({
      body: {
        tid: args.text('id'),
        name: args.argument(),
        serviceVersion: args.requireText('service-version'),
        ...(await readSettings(args)),
        administrators: readFirstMembers(args, 'administrators'),
        approvers: readFirstMembers(args, 'approvers'),
      },
    }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'tenant list',
    summary: 'lists the tenants of the service',
    options: {
      keyword: { value: 'TEXT', about: 'part of a name or id' },
      state: { value: 'active|closed', about: 'only tenants in this state' },
      ...pageOptions,
    },
    call: 'GET /api/v1/admin/tenants',
    buildRequest: (args) => ({
      query: {
        ...args.page(),
        keyword: args.text('keyword'),
        state: args.text('state') as Tenant['state'] | undefined,
      },
    }),
    render: renderList((tenant: Tenant) => ({
      id: tenant.tid,
      name: tenant.name,
      state: tenant.state,
      version: tenant.serviceVersion,
      'service API': tenant.serviceAPI,
      people: tenant.members,
    })),
  }),
  createCallCommand({
    name: 'tenant show',
    summary: 'shows a tenant',
    argument: 'ID',
    options: {},
    call: 'GET /api/v1/admin/tenants/{tid}',
    buildRequest: (args) => ({ params: { tid: args.argument() } }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'tenant change',
    summary: 'changes a tenant; omitted options stay unchanged',
    argument: 'ID',
    options: { name: { value: 'NAME', about: 'display name' }, ...settingOptions },
    call: 'PUT /api/v1/admin/tenants/{tid}',
    buildRequest: async (args) => ({
      params: { tid: args.argument() },
      body: {
        name: args.text('name'),
        serviceVersion: args.text('service-version'),
        ...(await readSettings(args)),
      },
    }),
    render: renderOne(toRecord),
  }),
  {
    name: 'tenant overview',
    usage: 'tenant overview ID [--json]',
    summary: 'shows what needs attention in a tenant: people, documents, licence key and applications',
    options: {},
    details: ['--json also prints the numbers of each of the last 30 days.'],
    run: async (invocation) => {
      const request = { params: { tid: requirePositional(invocation, 'ID') } };
      const { call } = await invocation.service();
      const { data: tenant } = await call('GET /api/v1/tenants/{tid}/admin/overview', request);
      const { data: flows } = await call('GET /api/v1/tenants/{tid}/admin/flows-overview', request);
      return {
        json: { ...tenant, flows },
        lines: formatRecord({
          'active people': tenant.people?.active,
          suspended: tenant.people?.suspended,
          'open invitations': tenant.people?.openInvitations,
          'expired invitations': tenant.people?.expiredInvitations,
          'locked accounts': tenant.people?.lockedAccounts,
          documents: tenant.documents?.total,
          'withdrawn documents': tenant.documents?.withdrawn,
          'licence key generation': tenant.licenceKey?.generation,
          'key created': formatTime(tenant.licenceKey?.createAt ?? null),
          'applications in progress': flows.inProgress,
          'failed processing': flows.failedProcessing,
          'waiting tasks': flows.waitingTasks,
          'oldest task': formatTime(flows.oldestTaskAt),
          'overdue tasks': flows.overdueTasks,
        }),
      };
    },
  },
  createCallCommand({
    name: 'tenant close',
    summary: 'locks out all members of a tenant; its data is kept',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/tenants/{tid}/actions/close',
    buildRequest: (args) => ({ params: { tid: args.argument() } }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'tenant reopen',
    summary: 'reopens a closed tenant for its members',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/tenants/{tid}/actions/reopen',
    buildRequest: (args) => ({ params: { tid: args.argument() } }),
    render: renderOne(toRecord),
  }),
];
