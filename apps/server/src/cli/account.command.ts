import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, sayOne } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { accountNamed } from './names.adapter.ts';
import type { OperatorService } from './service-call.adapter.ts';
import { momentOf, sheetOf } from './table.adapter.ts';
import type { Take } from './take.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Account = Answer<'GET /api/v1/admin/accounts'>['data'][number];
type Detail = Answer<'GET /api/v1/admin/accounts/{aid}'>['data'];

const named = 'ACCOUNT';
const whoIs = ['ACCOUNT is a username, phone, e-mail or id.'];
const reached = {
  phone: { value: 'NUMBER', about: 'not shared with another account; none to clear it' },
  email: { value: 'ADDRESS', about: 'not shared with another account; none to clear it' },
} as const;

export const passwordOptions = {
  'password-file': { value: 'FILE', about: 'the password is its first line; - reads the standard input' },
  'one-time': { about: 'creates a one-time password and prints it once' },
} as const;

/** Reads the password options. @throws UsageError if both `--password-file` and `--one-time` are set. */
export async function passwordFrom(
  take: Take,
): Promise<{ password: string | undefined; oneTimePassword: boolean }> {
  const [password] = (await take.file('password-file'))?.split(/\r?\n/) ?? [];
  const oneTimePassword = take.flag('one-time');
  if (password === '') throw new UsageError('--password-file is empty');
  if (password !== undefined && oneTimePassword) throw new UsageError('--password-file and --one-time exclude each other');
  return { password, oneTimePassword };
}

const sheet = (account: Account) => ({
  id: account.aid,
  username: account.username,
  phone: account.mobileNo,
  'phone verified': momentOf(account.mobileVerifiedAt),
  email: account.email,
  'email verified': momentOf(account.emailVerifiedAt),
  'managed by': account.managedBy,
  state: account.state,
  'locked until': momentOf(account.lockedUntil),
  made: momentOf(account.createAt),
});

const detail = ({ memberships, ...account }: Detail) => ({
  ...sheet(account),
  tenants: memberships.map(({ tid, fid, state }) => `${tid}/${fid} (${state})`),
});

const theAccount = async (take: Take, call: OperatorService['call']) => ({
  params: { aid: await accountNamed(call, take.argument()) },
});

export const accountCommands: readonly Command[] = [
  callCommand({
    name: 'account create',
    summary: 'creates an account',
    argument: 'USERNAME',
    options: { ...reached, ...passwordOptions },
    details: ['Without a password the person signs in with a code sent to phone or e-mail, and sets one.'],
    call: 'POST /api/v1/admin/accounts',
    ask: async (take) => ({
      body: {
        username: take.argument(),
        mobileNo: take.orNone('phone'),
        email: take.orNone('email'),
        ...(await passwordFrom(take)),
      },
    }),
    say: sayOne((account: Account & { oneTimePassword: string | null }) => ({
      ...sheet(account),
      ...(account.oneTimePassword === null ? {} : { 'one-time password': account.oneTimePassword }),
    })),
  }),
  callCommand({
    name: 'account list',
    summary: 'lists the accounts of the service',
    options: {
      keyword: { value: 'TEXT', about: 'part of a username, phone or e-mail' },
      state: { value: 'active|closed', about: 'only accounts or tenants in this state' },
      ...pageOptions,
    },
    call: 'GET /api/v1/admin/accounts',
    ask: (take) => ({
      query: {
        ...take.page(),
        keyword: take.text('keyword'),
        state: take.text('state') as Account['state'] | undefined,
      },
    }),
    say: sayList((account: Account) => ({
      id: account.aid,
      username: account.username,
      phone: account.mobileNo,
      email: account.email,
      state: account.state,
    })),
  }),
  callCommand({
    name: 'account show',
    summary: 'shows an account and its tenants',
    argument: named,
    options: {},
    details: whoIs,
    call: 'GET /api/v1/admin/accounts/{aid}',
    ask: theAccount,
    say: sayOne(detail),
  }),
  callCommand({
    name: 'account change',
    summary: 'changes username, phone or e-mail; omitted options stay unchanged',
    argument: named,
    options: { username: { value: 'NAME', about: 'name to sign in with' }, ...reached },
    details: whoIs,
    call: 'PUT /api/v1/admin/accounts/{aid}',
    ask: async (take, call) => ({
      ...(await theAccount(take, call)),
      body: {
        username: take.text('username'),
        mobileNo: take.orNone('phone'),
        email: take.orNone('email'),
      },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'account close',
    summary: 'disables sign-in for an account',
    argument: named,
    options: { 'end-memberships': { about: 'also ends its memberships in all tenants' } },
    details: [...whoIs, 'Open tasks of the person are reassigned.'],
    call: 'POST /api/v1/admin/accounts/{aid}/actions/close',
    ask: async (take, call) => ({
      ...(await theAccount(take, call)),
      body: { endMemberships: take.flag('end-memberships') },
    }),
    say: sayOne(detail),
  }),
  callCommand({
    name: 'account reopen',
    summary: 'reopens a closed account',
    argument: named,
    options: {},
    details: whoIs,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/reopen',
    ask: theAccount,
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'account unlock',
    summary: 'unlocks password sign-in after too many wrong passwords',
    argument: named,
    options: {},
    details: whoIs,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/unlock',
    ask: theAccount,
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'account reset-password',
    summary: 'replaces a forgotten password by a one-time password; every session ends',
    argument: named,
    options: {},
    details: [
      ...whoIs,
      'It is printed once, is valid for one sign-in within seven days, and must be changed then.',
    ],
    call: 'POST /api/v1/admin/accounts/{aid}/actions/reset-password',
    ask: theAccount,
    say: ({ data }) => ({
      json: data,
      lines: sheetOf({ id: data.aid, 'one-time password': data.oneTimePassword }),
    }),
  }),
  callCommand({
    name: 'account end-sessions',
    summary: 'ends every session of an account; its devices keep their keys',
    argument: named,
    options: {},
    details: whoIs,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/end-sessions',
    ask: theAccount,
    say: (_, take) =>
      sayDone({ account: take.argument(), ended: true }, `the sessions of ${take.argument()} have ended`),
  }),
];
