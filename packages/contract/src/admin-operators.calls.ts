import { z } from 'zod';
import { displayName } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, id, list, page, time } from './common.schemas.ts';

export const adminOperatorCalls = declareCalls({
  'GET /api/v1/admin/operator-accounts': {
    summary: 'The operators that are people, the newest first, also those whose role was withdrawn',
    access: 'operator',
    query: z.strictObject(page),
    answer: list(
      z.object({
        operatorID: id,
        /** Null once the account is deleted. */
        aid: id.nullable(),
        username: z.string().nullable(),
        name: z.string().nullable(),
        state: z.enum(['active', 'closed']).nullable(),
        /** Whether the account has an authenticator app. */
        hasTotp: z.boolean(),
        /** The operator that granted the role; null for the one that a set-up link created. */
        grantedBy: id.nullable(),
        grantedAt: time,
        withdrawnBy: id.nullable(),
        withdrawnAt: time.nullable(),
        current: z.boolean(),
      }),
    ),
    errors: [],
  },
  'POST /api/v1/admin/operator-accounts': {
    summary: 'Grant the operator role to an account with a second factor',
    access: 'operator',
    stepUp: true,
    body: z.strictObject({
      /** User name, phone number or e-mail address. */
      account: z.string().trim().min(1).max(254),
      name: displayName,
    }),
    answer: data(z.object({ operatorID: id, aid: id })),
    errors: ['login.user_not_found', 'admin.operator_exists', 'admin.operator_without_second_factor'],
  },
  'POST /api/v1/admin/accounts/{aid}/actions/remove-totp': {
    summary: 'Remove the authenticator app of a person who has lost it, and end the sessions',
    access: 'operator',
    stepUp: true,
    params: z.strictObject({ aid: id }),
    answer: 'none',
    errors: ['login.user_not_found', 'login.totp_not_enrolled'],
  },
  'POST /api/v1/admin/audit/actions/find-names': {
    summary: 'The names of operators and of accounts, for ids in audit records; unknown ids are left out',
    access: 'operator',
    body: z.strictObject({ operatorIDs: z.array(id).max(200), aids: z.array(id).max(200) }),
    answer: data(
      z.object({
        operators: z.array(
          z.object({
            operatorID: id,
            /** The name of a person, or the label of a credential; null for a credential without one. */
            name: z.string().nullable(),
          }),
        ),
        accounts: z.array(z.object({ aid: id, username: z.string() })),
      }),
    ),
    errors: [],
  },
  'POST /api/v1/admin/setup-links': {
    summary: 'Issue a one-time link that creates an operator',
    access: 'operator',
    stepUp: true,
    answer: data(z.object({ url: z.string(), expireAt: time })),
    errors: [],
  },
});
