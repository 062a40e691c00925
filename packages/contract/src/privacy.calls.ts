import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, tenantParams, time } from './common.schemas.ts';

const recordsByKind = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** The personal data of an account, by kind. Times are milliseconds since 1970. */
const personExport = z.object({
  exportedAt: time,
  account: recordsByKind,
  /** One entry for each tenant of which the person is or was a member. */
  organisations: z.array(recordsByKind),
});

const memberParams = z.strictObject({ tid: id, fid: id });
const administration = { right: 'Administration/administration' } as const;

export const privacyCalls = declareCalls({
  'GET /api/v1/account/export': {
    summary: 'All personal data of the caller; contents of files are downloaded separately',
    home: 'host',
    access: 'account',
    answer: personExport,
    streamed: true,
    errors: ['app.too_many_requests'],
  },
  'GET /api/v1/account/deletion': {
    summary: 'Number of days during which a requested deletion can be cancelled by signing in',
    home: 'host',
    access: 'account',
    answer: data(z.object({ delayDays: z.number().min(0) })),
    errors: [],
  },
  'POST /api/v1/account/actions/delete': {
    summary:
      'Request deletion of the own account: every session ends, and the personal data is deleted at the returned time. A sign-in before that cancels it',
    home: 'host',
    access: 'account',
    body: z.strictObject({ password: z.string().min(1).max(256) }),
    answer: data(z.object({ deleteAt: time })),
    errors: [
      'login.incorrect_username_or_password',
      'login.account_locked',
      'login.user_not_found',
      'admin.last_administrator',
    ],
  },
  'GET /api/v1/tenants/{tid}/admin/members/{fid}/export': {
    summary: 'All personal data that the tenant stores of a member, without the account',
    home: 'host',
    access: administration,
    params: memberParams,
    answer: personExport,
    streamed: true,
    errors: ['login.user_not_found', 'app.too_many_requests'],
  },
  'GET /api/v1/admin/tenants/{tid}/export': {
    summary:
      'All data of a tenant as JSON lines: rows and the objects that they reference; sealed documents stay sealed. The audit log is exported separately',
    access: 'operator',
    params: tenantParams,
    answer: 'lines',
    errors: ['admin.tenant_not_found'],
  },
  'POST /api/v1/admin/tenants/{tid}/actions/delete': {
    summary:
      'Delete a closed tenant with all its data: its sealed documents can no longer be opened. Its audit log and the accounts of its people stay',
    access: 'operator',
    params: tenantParams,
    body: z.strictObject({
      /** The name of the tenant, typed again. */
      confirmation: z.string().max(100),
    }),
    answer: 'none',
    errors: ['admin.tenant_not_found', 'admin.tenant_not_closed', 'admin.confirmation_wrong'],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/delete': {
    summary:
      'Delete the personal data of a member who has left: actions that others rely on stay under a pseudonym, and the account stays',
    home: 'host',
    access: administration,
    params: memberParams,
    body: z.strictObject({
      /** The name of the person in the tenant, typed again. */
      confirmation: z.string().max(100),
    }),
    answer: 'none',
    errors: [
      'login.user_not_found',
      'admin.beyond_own_rights',
      'admin.member_not_ended',
      'admin.confirmation_wrong',
    ],
  },
});
