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
  phone: { value: 'NUMBER', about: 'of the person alone; none for none' },
  email: { value: 'ADDRESS', about: 'of the person alone; none for none' },
} as const;

export const passwordOptions = {
  'password-file': { value: 'FILE', about: 'the password is its first line; - reads the standard input' },
  'one-time': { about: 'makes a one-time password and prints it, this once' },
} as const;

/** @throws UsageError where both ways were given. */
export async function passwordFrom(
  take: Take,
): Promise<{ password: string | undefined; oneTimePassword: boolean }> {
  const [password] = (await take.file('password-file'))?.split(/\r?\n/) ?? [];
  const oneTimePassword = take.flag('one-time');
  if (password === '') throw new UsageError('--password-file is empty');
  if (password !== undefined && oneTimePassword) throw new UsageError('--password-file or --one-time');
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
    summary: 'makes an account',
    argument: 'USERNAME',
    options: { ...reached, ...passwordOptions },
    details: ['Without a password the person signs in by a code to phone or e-mail, and sets one.'],
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
    summary: 'the accounts of the service',
    options: {
      keyword: { value: 'TEXT', about: 'part of a username, phone or e-mail' },
      state: { value: 'active|closed', about: 'only those' },
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
    summary: 'one account and the tenants that it is of',
    argument: named,
    options: {},
    details: whoIs,
    call: 'GET /api/v1/admin/accounts/{aid}',
    ask: theAccount,
    say: sayOne(detail),
  }),
  callCommand({
    name: 'account change',
    summary: 'changes username, phone or e-mail; what is left out stays',
    argument: named,
    options: { username: { value: 'NAME', about: 'what the person signs in with' }, ...reached },
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
    summary: 'lets nobody sign in to an account any more',
    argument: named,
    options: { 'end-memberships': { about: 'the person also leaves every tenant' } },
    details: [...whoIs, 'Open tasks of the person are handed on.'],
    call: 'POST /api/v1/admin/accounts/{aid}/actions/close',
    ask: async (take, call) => ({
      ...(await theAccount(take, call)),
      body: { endMemberships: take.flag('end-memberships') },
    }),
    say: sayOne(detail),
  }),
  callCommand({
    name: 'account reopen',
    summary: 'opens a closed account again',
    argument: named,
    options: {},
    details: whoIs,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/reopen',
    ask: theAccount,
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'account unlock',
    summary: 'takes passwords again after too many wrong ones',
    argument: named,
    options: {},
    details: whoIs,
    call: 'POST /api/v1/admin/accounts/{aid}/actions/unlock',
    ask: theAccount,
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'account reset-password',
    summary: 'puts a one-time password in the place of a forgotten one; every session ends',
    argument: named,
    options: {},
    details: [
      ...whoIs,
      'It is printed this once, is good for one sign-in within seven days, and must be changed then.',
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
      sayDone({ account: take.argument(), ended: true }, `the sessions of ${take.argument()} are over`),
  }),
];
