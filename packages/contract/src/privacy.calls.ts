import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, tenantParams, time } from './common.schemas.ts';

const parts = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** What the service holds of a person, by kind; moments are milliseconds since 1970. */
const personExport = z.object({
  exportedAt: time,
  account: parts,
  /** One for each organisation that the person is or was of. */
  organisations: z.array(parts),
});

const memberParams = z.strictObject({ tid: id, fid: id });
const managing = { right: 'Administration/administration' } as const;

export const privacyCalls = declareCalls({
  'GET /api/v1/account/export': {
    summary: 'Everything that the service holds of whoever asks; the contents of files are downloaded apart',
    home: 'host',
    access: 'account',
    answer: personExport,
    streamed: true,
    errors: ['app.too_many_requests'],
  },
  'GET /api/v1/account/deletion': {
    summary: 'For how many days a deletion that was asked for can be withdrawn, by signing in',
    home: 'host',
    access: 'account',
    answer: data(z.object({ delayDays: z.number().min(0) })),
    errors: [],
  },
  'POST /api/v1/account/actions/delete': {
    summary:
      'Have the own account deleted: every session ends, and what names the person is deleted at the moment that is answered. A sign-in before withdraws it',
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
    summary: 'Everything that the tenant holds of a person; nothing of the account',
    home: 'host',
    access: managing,
    params: memberParams,
    answer: personExport,
    streamed: true,
    errors: ['login.user_not_found', 'app.too_many_requests'],
  },
  'GET /api/v1/admin/tenants/{tid}/export': {
    summary:
      'Everything that is a tenant’s, as lines of JSON: rows and the objects that they name; sealed documents stay sealed. The audit is exported apart',
    access: 'operator',
    params: tenantParams,
    answer: 'lines',
    errors: ['admin.tenant_not_found'],
  },
  'POST /api/v1/admin/tenants/{tid}/actions/delete': {
    summary:
      'Delete a closed tenant with all its data: its sealed documents open nowhere any more. Its audit stays, the accounts of its people stay theirs',
    access: 'operator',
    params: tenantParams,
    body: z.strictObject({
      /** The tenant’s name, typed again. */
      confirmation: z.string().max(100),
    }),
    answer: 'none',
    errors: ['admin.tenant_not_found', 'admin.tenant_not_closed', 'admin.confirmation_wrong'],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/delete': {
    summary:
      'Delete what the tenant holds of a person who has left: acts that others rely on stay under a pseudonym, the account stays',
    home: 'host',
    access: managing,
    params: memberParams,
    body: z.strictObject({
      /** The person’s name in the tenant, typed again. */
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
