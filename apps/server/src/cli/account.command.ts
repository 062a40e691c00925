import type { Answer } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { resolveAccountID } from './name-lookup.client.ts';
import type { OperatorService } from './operator-service.client.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { pageOptions } from './shared-options.util.ts';
import { formatRecord, formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Account = Answer<'GET /api/v1/admin/accounts'>['data'][number];
type Detail = Answer<'GET /api/v1/admin/accounts/{aid}'>['data'];

const accountArgument = 'ACCOUNT';
const accountHelp = ['ACCOUNT is a username, phone, email or id.'];
const contactOptions = {
  phone: { value: 'NUMBER', about: 'not shared with another account; none to clear it' },
  email: { value: 'ADDRESS', about: 'not shared with another account; none to clear it' },
} as const;

export const passwordOptions = {
  'password-file': { value: 'FILE', about: 'the password is its first line; - reads the standard input' },
  'one-time': { about: 'creates a one-time password and prints it once' },
} as const;

/** Reads the password options. @throws UsageError if both `--password-file` and `--one-time` are set. */
export async function readPassword(
  args: Arguments,
): Promise<{ password: string | undefined; oneTimePassword: boolean }> {
  const [password] = (await args.file('password-file'))?.split(/\r?\n/) ?? [];
  const oneTimePassword = args.flag('one-time');
  if (password === '') throw new UsageError('--password-file is empty');
  if (password !== undefined && oneTimePassword)
    throw new UsageError('--password-file and --one-time exclude each other');
  return { password, oneTimePassword };
}

const toRecord = (account: Account) => ({
  id: account.aid,
  username: account.username,
  phone: account.mobileNo,
  'phone verified': formatTime(account.mobileVerifiedAt),
  email: account.email,
  'email verified': formatTime(account.emailVerifiedAt),
  'managed by': account.managedBy,
  state: account.state,
  'locked until': formatTime(account.lockedUntil),
  made: formatTime(account.createAt),
});

const toDetailRecord = ({ memberships, ...account }: Detail) => ({
  ...toRecord(account),
  tenants: memberships.map(({ tid, fid, state }) => `${tid}/${fid} (${state})`),
});

const accountParams = async (args: Arguments, call: OperatorService['call']) => ({
  params: { aid: await resolveAccountID(call, args.argument()) },
});

export const accountCommands: readonly Command[] = [
  createCallCommand({
    name: 'account create',
    summary: 'creates an account',
    argument: 'USERNAME',
    options: { ...contactOptions, ...passwordOptions },
    details: [
      'Without a password, the person signs in with a verification code sent to phone or email, and then sets a password.',
    ],
    call: 'POST /api/v1/admin/accounts',
    buildRequest: async (args) => ({
      body: {
        username: args.argument(),
        mobileNo: args.textOrNull('phone'),
        email: args.textOrNull('email'),
        ...(await readPassword(args)),
      },
    }),
    render: renderOne((account: Account & { oneTimePassword: string | null }) => ({
      ...toRecord(account),
      ...(account.oneTimePassword === null ? {} : { 'one-time password': account.oneTimePassword }),
    })),
  }),
  createCallCommand({
    name: 'account list',
    summary: 'lists the accounts of the service',
    options: {
      keyword: { value: 'TEXT', about: 'part of a username, phone or email' },
      state: { value: 'active|closed', about: 'only accounts in this state' },
      ...pageOptions,
    },
    call: 'GET /api/v1/admin/accounts',
    buildRequest: (args) => ({
      query: {
        ...args.page(),
        keyword: args.text('keyword'),
        state: args.text('state') as Account['state'] | undefined,
      },
    }),
    render: renderList((account: Account) => ({
      id: account.aid,
      username: account.username,
      phone: account.mobileNo,
      email: account.email,
      state: account.state,
    })),
  }),
  createCallCommand({
    name: 'account show',
    summary: 'shows an account and its tenants',
    argument: accountArgument,
    options: {},
    details: accountHelp,
    call: 'GET /api/v1/admin/accounts/{aid}',
    buildRequest: accountParams,
    render: renderOne(toDetailRecord),
  }),
  createCallCommand({
    name: 'account change',
    summary: 'changes username, phone or email; omitted options stay unchanged',
    argument: accountArgument,
    options: { username: { value: 'NAME', about: 'name to sign in with' }, ...contactOptions },
    details: accountHelp,
    call: 'PUT /api/v1/admin/accounts/{aid}',
    buildRequest: async (args, call) => ({
      ...(await accountParams(args, call)),
      body: {
        username: args.text('username'),
        mobileNo: args.textOrNull('phone'),
        email: args.textOrNull('email'),
      },
    }),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'account close',
    summary: 'disables sign-in for an account',
    argument: accountArgument,
    options: { 'end-memberships': { about: 'also ends its memberships in all tenants' } },
    details: [...accountHelp, 'Open tasks of the person are reassigned.'],
    call: 'POST /api/v1/admin/accounts/{aid}/actions/close',
    buildRequest: async (args, call) => ({
      ...(await accountParams(args, call)),
      body: { endMemberships: args.flag('end-memberships') },
    }),
    render: renderOne(toDetailRecord),
  }),
  createCallCommand({
    name: 'account reopen',
    summary: 'reopens a closed account',
    argument: accountArgument,
    options: {},
    details: accountHelp,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/reopen',
    buildRequest: accountParams,
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'account unlock',
    summary: 'unlocks password sign-in after too many wrong passwords',
    argument: accountArgument,
    options: {},
    details: accountHelp,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/unlock',
    buildRequest: accountParams,
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'account reset-password',
    summary: 'replaces a forgotten password by a one-time password; every session ends',
    argument: accountArgument,
    options: {},
    details: [
      ...accountHelp,
      'It is printed once, is valid for one sign-in within seven days, and must be changed then.',
    ],
    call: 'POST /api/v1/admin/accounts/{aid}/actions/reset-password',
    buildRequest: accountParams,
    render: ({ data }) => ({
      json: data,
      lines: formatRecord({ id: data.aid, 'one-time password': data.oneTimePassword }),
    }),
  }),
  createCallCommand({
    name: 'account end-sessions',
    summary: 'ends every session of an account; its devices keep their keys',
    argument: accountArgument,
    options: {},
    details: accountHelp,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/end-sessions',
    buildRequest: accountParams,
    render: (_, args) =>
      renderDone({ account: args.argument(), ended: true }, `the sessions of ${args.argument()} have ended`),
  }),
  createCallCommand({
    name: 'account remove-totp',
    summary: 'removes the authenticator app of a person who has lost it, and ends the sessions',
    argument: accountArgument,
    options: {},
    details: accountHelp,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/remove-totp',
    buildRequest: accountParams,
    render: (_, args) =>
      renderDone(
        { account: args.argument(), removed: true },
        `the authenticator app of ${args.argument()} is removed`,
      ),
  }),
];
