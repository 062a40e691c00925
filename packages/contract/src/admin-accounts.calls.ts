import { z } from 'zod';
import { givenName, newAccount, newAccountErrors, username } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, email, id, keyword, list, mobileNo, page, time } from './common.schemas.ts';

const accountParams = z.strictObject({ aid: id });

const administeredAccount = z.object({
  aid: id,
  username: z.string(),
  mobileNo: z.string().nullable(),
  email: z.string().nullable(),
  /** When the owner proved the contact by a code; null for a claim. */
  mobileVerifiedAt: time.nullable(),
  emailVerifiedAt: time.nullable(),
  /** The tenant that created the account and manages it; null for none. */
  managedBy: id.nullable(),
  state: z.enum(['active', 'closed']),
  /** Until then no password is taken, after too many wrong ones. */
  lockedUntil: time.nullable(),
  createAt: time,
});

const accountDetail = administeredAccount.extend({
  memberships: z.array(
    z.object({
      tid: id,
      tenantName: z.string(),
      fid: id,
      state: z.enum(['invited', 'active', 'suspended', 'ended']),
    }),
  ),
});

/** Shown once: only its digest is kept. */
const oneTimePassword = z.string().nullable();

const operatorCredential = z.object({
  operatorID: id,
  label: z.string().nullable(),
  createAt: time,
  withdrawnAt: time.nullable(),
  /** Whether this very request was made with it. */
  current: z.boolean(),
});

export const adminAccountCalls = declareCalls({
  'GET /api/v1/admin/accounts': {
    summary:
      'The accounts, the oldest first; `keyword` is part of a username, phone or e-mail, `account` one of them whole',
    access: 'operator',
    query: z.strictObject({
      ...page,
      keyword: keyword.optional(),
      account: z.string().trim().min(1).max(254).optional(),
      state: z.enum(['active', 'closed']).optional(),
    }),
    answer: list(administeredAccount),
    errors: [],
  },
  'POST /api/v1/admin/accounts': {
    summary: 'Make an account: with a password, with a one-time one, or for a first sign-in by code',
    access: 'operator',
    body: newAccount,
    answer: data(administeredAccount.extend({ oneTimePassword })),
    errors: [...newAccountErrors, 'admin.phone_taken', 'admin.email_taken'],
  },
  'GET /api/v1/admin/accounts/{aid}': {
    summary: 'One account and the tenants that it is of',
    access: 'operator',
    params: accountParams,
    answer: data(accountDetail),
    errors: ['login.user_not_found'],
  },
  'PUT /api/v1/admin/accounts/{aid}': {
    summary:
      'Change username, phone or e-mail; what is left out stays, but with the only verified contact an unverified one is deleted',
    access: 'operator',
    params: accountParams,
    body: z.strictObject({ username, mobileNo: mobileNo.nullable(), email: email.nullable() }).partial(),
    answer: data(administeredAccount),
    errors: ['login.user_not_found', 'admin.username_taken', 'admin.phone_taken', 'admin.email_taken'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/close': {
    summary:
      'Close an account: nobody signs in to it; with `endMemberships` its person also leaves every tenant',
    access: 'operator',
    params: accountParams,
    body: z.strictObject({ endMemberships: z.boolean().default(false) }),
    answer: data(accountDetail),
    errors: ['login.user_not_found', 'admin.last_administrator'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/reopen': {
    summary: 'Open a closed account again',
    access: 'operator',
    params: accountParams,
    answer: data(administeredAccount),
    errors: ['login.user_not_found'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/unlock': {
    summary: 'Take passwords again after too many wrong ones',
    access: 'operator',
    params: accountParams,
    answer: data(administeredAccount),
    errors: ['login.user_not_found'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/reset-password': {
    summary: 'Issue a one-time password in place of the forgotten one; every session ends',
    access: 'operator',
    params: accountParams,
    answer: data(z.object({ aid: id, oneTimePassword: z.string() })),
    errors: ['login.user_not_found'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/end-sessions': {
    summary: 'End every session of an account; its devices keep their keys',
    access: 'operator',
    params: accountParams,
    answer: 'none',
    errors: ['login.user_not_found'],
  },
  'GET /api/v1/admin/operators': {
    summary: 'The credentials of operators, without their secret part',
    access: 'operator',
    query: z.strictObject(page),
    answer: list(operatorCredential),
    errors: [],
  },
  'POST /api/v1/admin/operators': {
    summary: 'Make a credential for an operator; it is shown this once',
    access: 'operator',
    body: z.strictObject({ label: givenName }),
    answer: data(z.object({ operatorID: id, label: z.string(), credential: z.string() })),
    errors: [],
  },
  'POST /api/v1/admin/operators/{operatorID}/actions/withdraw': {
    summary: 'Withdraw a credential; the last one stays',
    access: 'operator',
    params: z.strictObject({ operatorID: id }),
    answer: 'none',
    errors: ['admin.operator_not_found', 'admin.operator_last'],
  },
});
