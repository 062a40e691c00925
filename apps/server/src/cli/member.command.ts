import type { Answer, Body } from '@sealflow/contract';
import { passwordFrom, passwordOptions } from './account.command.ts';
import { callCommand, pageOptions, sayDone, sayList, sayOne, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { personNamed } from './names.adapter.ts';
import type { OperatorService } from './service-call.adapter.ts';
import { momentOf } from './table.adapter.ts';
import type { Take } from './take.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Member = Answer<'GET /api/v1/tenants/{tid}/admin/members/{fid}'>['data'];
type Change = Body<'PUT /api/v1/tenants/{tid}/admin/members/{fid}'>;
type State = Member['state'];

const whoIs = ['PERSON is an id in the tenant, or the username, phone or e-mail of the account.'];
const membership = {
  org: { value: 'ID', about: 'the department; none for none' },
  roles: { value: 'ID,…', about: 'such as users or administrators; none for none' },
  rights: { value: 'RIGHT,…', about: 'beside those of the roles; none for none' },
  deny: {
    value: 'RIGHT,…',
    about: 'rights or buttons of work, taken away whoever gives them; none for none',
  },
} as const;
const state = { value: 'STATE', about: 'active, suspended or ended' } as const;

const sheet = (member: Member) => ({
  id: member.fid,
  name: member.name,
  state: member.state,
  department: member.organisation?.name,
  roles: member.roles.map(({ roleID }) => roleID),
  'own rights': member.rights,
  denied: member.deny,
  'rights in all': member.effectiveRights,
  phone: member.mobileNo,
  email: member.email,
  added: momentOf(member.createAt),
  ...(member.invitation === null
    ? {}
    : {
        'invited as': member.invitation.username,
        invitation: member.invitation.state,
        'invitation sent': momentOf(member.invitation.sentAt),
        'invitation expires': momentOf(member.invitation.expireAt),
      }),
});

const thePerson = async (take: Take, call: OperatorService['call']) => {
  const tid = take.need('tenant');
  return { params: { tid, fid: await personNamed(call, { tid, name: take.argument() }) } };
};

/** What the service does not know it refuses, and says so. */
const chosen = (take: Take) => ({
  orgID: take.orNone('org'),
  roles: take.list('roles'),
  rights: take.list('rights') as Change['rights'],
  deny: take.list('deny') as Change['deny'],
});

async function newMember(take: Take): Promise<Body<'POST /api/v1/tenants/{tid}/admin/members'>> {
  const [account, username] = [take.text('account'), take.text('new-account')];
  if ((account === undefined) === (username === undefined))
    throw new UsageError('--account names one that there is, --new-account one to be made');
  const person = {
    ...chosen(take),
    fid: take.text('id'),
    name: take.argument(),
  };
  if (account !== undefined) return { account, ...person };
  return {
    newAccount: {
      username: username ?? '',
      mobileNo: take.orNone('phone'),
      email: take.orNone('email'),
      ...(await passwordFrom(take)),
    },
    ...person,
  };
}

export const memberCommands: readonly Command[] = [
  callCommand({
    name: 'member add',
    summary: 'adds a person to a tenant, or creates an account with the membership',
    argument: 'NAME',
    options: {
      ...tenantOption,
      account: { value: 'ACCOUNT', about: 'username, phone or e-mail of an account that there is' },
      'new-account': { value: 'USERNAME', about: 'makes this account' },
      phone: { value: 'NUMBER', about: 'of the new account' },
      email: { value: 'ADDRESS', about: 'of the new account' },
      ...passwordOptions,
      id: { value: 'ID', about: 'in the tenant; made up where it is left out' },
      ...membership,
    },
    details: [
      'NAME is what the person is called in the tenant. Without --roles the role is users.',
      'A user name or a verified contact joins at once. A contact that its owner has not verified is invited: the person accepts in the app.',
    ],
    call: 'POST /api/v1/tenants/{tid}/admin/members',
    ask: async (take) => ({ params: { tid: take.need('tenant') }, body: await newMember(take) }),
    say: sayOne((member: Member & { oneTimePassword: string | null }) => ({
      ...sheet(member),
      ...(member.oneTimePassword === null ? {} : { 'one-time password': member.oneTimePassword }),
    })),
  }),
  callCommand({
    name: 'member list',
    summary: 'the people of a tenant',
    options: {
      ...tenantOption,
      keyword: { value: 'TEXT', about: 'part of a name or id' },
      org: { value: 'ID', about: 'of that department' },
      role: { value: 'ID', about: 'with that role' },
      state: { value: 'STATE', about: 'invited, active, suspended or ended' },
      ...pageOptions,
    },
    call: 'GET /api/v1/tenants/{tid}/admin/members',
    ask: (take) => ({
      params: { tid: take.need('tenant') },
      query: {
        ...take.page(),
        keyword: take.text('keyword'),
        orgID: take.text('org'),
        roleID: take.text('role'),
        state: take.text('state') as State | undefined,
      },
    }),
    say: sayList((member: Member) => ({
      id: member.fid,
      name: member.name,
      state: member.state,
      department: member.organisation?.name,
      roles: member.roles.map(({ roleID }) => roleID),
      phone: member.mobileNo,
    })),
  }),
  callCommand({
    name: 'member show',
    summary: 'one person of a tenant',
    argument: 'PERSON',
    options: tenantOption,
    details: whoIs,
    call: 'GET /api/v1/tenants/{tid}/admin/members/{fid}',
    ask: thePerson,
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'member change',
    summary: 'changes a person of a tenant; what is left out stays',
    argument: 'PERSON',
    options: {
      ...tenantOption,
      name: { value: 'NAME', about: 'what the person is called' },
      ...membership,
      state,
    },
    details: whoIs,
    call: 'PUT /api/v1/tenants/{tid}/admin/members/{fid}',
    ask: async (take, call) => ({
      ...(await thePerson(take, call)),
      body: { ...chosen(take), name: take.text('name'), state: take.text('state') as Change['state'] },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'member end',
    summary:
      'lets a person leave a tenant or withdraws an invitation: open tasks are handed on, the clearance ends',
    argument: 'PERSON',
    options: tenantOption,
    details: [
      ...whoIs,
      'document transfer hands the documents on; member change --state active takes it back.',
    ],
    call: 'PUT /api/v1/tenants/{tid}/admin/members/{fid}',
    ask: async (take, call) => ({ ...(await thePerson(take, call)), body: { state: 'ended' } }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'member resend-invitation',
    summary: 'sends an open or expired invitation again',
    argument: 'PERSON',
    options: tenantOption,
    details: ['PERSON is the id in the tenant.'],
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/resend-invitation',
    ask: thePerson,
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'member request-reset',
    summary:
      "ends the password and the sessions of a person's account, and asks the person to set another password by a code",
    argument: 'PERSON',
    options: tenantOption,
    details: whoIs,
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/request-reset',
    ask: thePerson,
    say: (_, take) =>
      sayDone({ person: take.argument(), asked: true }, `${take.argument()} is asked to set a new password`),
  }),
  callCommand({
    name: 'member end-sessions',
    summary: "ends every session of a person's account",
    argument: 'PERSON',
    options: tenantOption,
    details: whoIs,
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/end-sessions',
    ask: thePerson,
    say: (_, take) =>
      sayDone({ person: take.argument(), ended: true }, `the sessions of ${take.argument()} are over`),
  }),
];
