import { z } from 'zod';
import { displayName, newAccount, newAccountErrors, username } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, email, id, ifMatchHeader, keyword, list, mobileNo, page, time } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const accountParams = z.strictObject({ aid: id });

const administeredAccount = z.object({
  aid: id,
  username: z.string(),
  mobileNo: z.string().nullable(),
  email: z.string().nullable(),
  /** When the owner verified the contact by a code; null if it is not verified. */
  mobileVerifiedAt: time.nullable(),
  emailVerifiedAt: time.nullable(),
  /** The tenant that created the account and manages it; null for none. */
  managedBy: id.nullable(),
  state: z.enum(['active', 'closed']),
  /** Until then, password sign-in is rejected because of too many wrong passwords. */
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

/** Returned once: only its hash is stored. */
const oneTimePassword = z.string().nullable();

const operatorCredential = z.object({
  operatorID: id,
  label: z.string().nullable(),
  createAt: time,
  withdrawnAt: time.nullable(),
  /** Whether this request was made with it. */
  current: z.boolean(),
});

export const adminAccountCalls = declareCalls({
  'GET /api/v1/admin/accounts': {
    summary:
      'The accounts, oldest first; `keyword` is part of a username, phone or email, `account` a complete one',
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
    summary: 'Create an account: with a password, with a one-time password, or for a first sign-in by code',
    access: 'operator',
    body: newAccount,
    answer: data(administeredAccount.extend({ oneTimePassword })),
    errors: [...newAccountErrors, 'admin.phone_taken', 'admin.email_taken'],
  },
  'GET /api/v1/admin/accounts/{aid}': {
    summary: 'One account with its tenants',
    access: 'operator',
    params: accountParams,
    answer: data(accountDetail),
    entityTag: entityTagFields.account,
    errors: ['login.user_not_found'],
  },
  'PUT /api/v1/admin/accounts/{aid}': {
    summary:
      'Change username, phone or email; omitted fields stay unchanged, but removing the only verified contact also deletes an unverified one',
    access: 'operator',
    params: accountParams,
    headers: ifMatchHeader,
    body: z.strictObject({ username, mobileNo: mobileNo.nullable(), email: email.nullable() }).partial(),
    answer: data(administeredAccount),
    entityTag: entityTagFields.account,
    errors: [
      'admin.changed_meanwhile',
      'login.user_not_found',
      'admin.username_taken',
      'admin.phone_taken',
      'admin.email_taken',
    ],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/close': {
    summary: 'Close an account: disables sign-in; `endMemberships` also ends its memberships in all tenants',
    access: 'operator',
    params: accountParams,
    headers: ifMatchHeader,
    body: z.strictObject({ endMemberships: z.boolean().default(false) }),
    answer: data(accountDetail),
    entityTag: entityTagFields.account,
    errors: ['admin.changed_meanwhile', 'login.user_not_found', 'admin.last_administrator'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/reopen': {
    summary: 'Reopen a closed account',
    access: 'operator',
    params: accountParams,
    answer: data(administeredAccount),
    errors: ['login.user_not_found'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/unlock': {
    summary: 'Unlock password sign-in after too many wrong passwords',
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
    summary: 'End every session of an account; the keys of its devices stay registered',
    access: 'operator',
    params: accountParams,
    answer: 'none',
    errors: ['login.user_not_found'],
  },
  'GET /api/v1/admin/operators': {
    summary: 'Operator credentials, without their secret part',
    access: 'operator',
    query: z.strictObject(page),
    answer: list(operatorCredential),
    errors: [],
  },
  'POST /api/v1/admin/operators': {
    summary: 'Create an operator credential; it is returned only once',
    access: 'operator',
    stepUp: true,
    body: z.strictObject({ label: displayName }),
    answer: data(z.object({ operatorID: id, label: z.string(), credential: z.string() })),
    errors: [],
  },
  'POST /api/v1/admin/operators/{operatorID}/actions/withdraw': {
    summary: 'Withdraw an operator credential, except the last one',
    access: 'operator',
    stepUp: true,
    params: z.strictObject({ operatorID: id }),
    answer: 'none',
    errors: ['admin.operator_not_found', 'admin.operator_last', 'admin.operator_person_last'],
  },
});
