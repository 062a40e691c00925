import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayList, sayOne } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { momentOf } from './table.adapter.ts';
import { partsOf, type Take } from './take.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Tenant = Answer<'GET /api/v1/admin/tenants/{tid}'>['data'];

const settings = {
  'service-version': { value: 'VERSION', about: 'such as eds-pro_16.2; it chooses the form of answers' },
  logo: { value: 'FILE', about: 'PNG, JPEG or WebP of at most 48 KB, shown in the app; none for none' },
  namespace: { value: 'NAME', about: 'of the policy attributes; fixed once documents are registered' },
  'service-api': { value: 'ORIGIN', about: 'https origin of a server of its own; none for none' },
  local: { value: 'yes|no', about: 'whether this service holds its data while it has no server of its own' },
  'second-factor': {
    value: 'none|new_devices|always',
    about: 'when its people show both a password and a code to sign in',
  },
  'other-clients': { value: 'yes|no', about: 'whether OpenTDF clients of other makes get use licences' },
} as const;

const sheet = (tenant: Tenant) => ({
  id: tenant.tid,
  name: tenant.name,
  state: tenant.state,
  'service version': tenant.serviceVersion,
  'licence key': tenant.key,
  namespace: tenant.namespace,
  'service API': tenant.serviceAPI,
  local: tenant.isLocal,
  'second factor': tenant.secondFactor,
  'other clients': tenant.otherClientsAllowed,
  logo: tenant.logo?.replace(/;base64,.*/, ''),
  people: tenant.members,
  made: momentOf(tenant.createAt),
});

/** `lina=李娜,wangqiang=王强`: accounts, and what they are called in the tenant. */
function people(take: Take, option: string): { account: string; name: string }[] | undefined {
  return take.list(option)?.map((part) => {
    const [account, name] = partsOf(part, '=');
    if (account === undefined || name === undefined) throw new UsageError(`--${option} is ACCOUNT=NAME,…`);
    return { account, name };
  });
}

const secondFactors: readonly Tenant['secondFactor'][] = ['none', 'new_devices', 'always'];

function secondFactor(take: Take): Tenant['secondFactor'] | undefined {
  const given = take.text('second-factor');
  const known = secondFactors.find((one) => one === given);
  if (given !== undefined && known === undefined)
    throw new UsageError(`--second-factor is ${secondFactors.join(', ')}`);
  return known;
}

export const tenantCommands: readonly Command[] = [
  callCommand({
    name: 'tenant create',
    summary: 'makes a tenant with licence key, roles and a default classification',
    argument: 'NAME',
    options: {
      ...settings,
      'service-version': { ...settings['service-version'], required: true },
      id: { value: 'ID', about: 'a-z, 0-9 and -; made up where it is left out' },
      administrators: { value: 'ACCOUNT=NAME,…', about: 'accounts that become its first administrators' },
      approvers: {
        value: 'ACCOUNT=NAME,…',
        about: 'accounts that decide applications: with them all eleven kinds are offered at once',
      },
    },
    call: 'POST /api/v1/admin/tenants',
    ask: async (take) => ({
      body: {
        tid: take.text('id'),
        name: take.argument(),
        serviceVersion: take.need('service-version'),
        logo: await take.picture('logo'),
        namespace: take.text('namespace'),
        serviceAPI: take.orNone('service-api'),
        isLocal: take.yesNo('local'),
        otherClientsAllowed: take.yesNo('other-clients'),
        secondFactor: secondFactor(take),
        administrators: people(take, 'administrators'),
        approvers: people(take, 'approvers'),
      },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'tenant list',
    summary: 'the tenants of the service',
    options: {
      keyword: { value: 'TEXT', about: 'part of a name or id' },
      state: { value: 'active|closed', about: 'only those' },
      ...pageOptions,
    },
    call: 'GET /api/v1/admin/tenants',
    ask: (take) => ({
      query: {
        ...take.page(),
        keyword: take.text('keyword'),
        state: take.text('state') as Tenant['state'] | undefined,
      },
    }),
    say: sayList((tenant: Tenant) => ({
      id: tenant.tid,
      name: tenant.name,
      state: tenant.state,
      version: tenant.serviceVersion,
      'service API': tenant.serviceAPI,
      people: tenant.members,
    })),
  }),
  callCommand({
    name: 'tenant show',
    summary: 'one tenant',
    argument: 'ID',
    options: {},
    call: 'GET /api/v1/admin/tenants/{tid}',
    ask: (take) => ({ params: { tid: take.argument() } }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'tenant change',
    summary: 'changes a tenant; what is left out stays',
    argument: 'ID',
    options: { name: { value: 'NAME', about: 'what people call it' }, ...settings },
    call: 'PUT /api/v1/admin/tenants/{tid}',
    ask: async (take) => ({
      params: { tid: take.argument() },
      body: {
        name: take.text('name'),
        serviceVersion: take.text('service-version'),
        logo: await take.picture('logo'),
        namespace: take.text('namespace'),
        serviceAPI: take.orNone('service-api'),
        isLocal: take.yesNo('local'),
        otherClientsAllowed: take.yesNo('other-clients'),
        secondFactor: secondFactor(take),
      },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'tenant close',
    summary: 'keeps everyone of a tenant out; its data stays',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/tenants/{tid}/actions/close',
    ask: (take) => ({ params: { tid: take.argument() } }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'tenant reopen',
    summary: 'opens a closed tenant again, for the people it had',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/tenants/{tid}/actions/reopen',
    ask: (take) => ({ params: { tid: take.argument() } }),
    say: sayOne(sheet),
  }),
];
