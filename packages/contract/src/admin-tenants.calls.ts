import { z } from 'zod';
import { chosenTenantID, givenName } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, id, keyword, list, page, tenantParams, time } from './common.schemas.ts';

const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const namespace = z
  .string()
  .max(253)
  .regex(new RegExp(`^${hostLabel}(?:\\.${hostLabel})*$`));

/** What an operator sets of a tenant. */
const settings = {
  name: givenName,
  /** The picture itself as a data URL, which the app draws; or an address, for clients of other makes. */
  logo: z
    .union([
      z.url({ protocol: /^https?$/ }).max(500),
      z
        .string()
        .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/)
        .max(64 * 1024),
    ])
    .nullable(),
  serviceVersion: z.string().trim().min(1).max(40),
  /** Of the policy attributes: documents carry it. */
  namespace,
  otherClientsAllowed: z.boolean(),
  /** The origin of the tenant's own server; null for none. */
  serviceAPI: z.string().min(1).max(300).nullable(),
  /** Whether this service holds the tenant's data as long as it has no server of its own. */
  isLocal: z.boolean(),
  /** When its people show both a password and a code to sign in: `new_devices`, where no such sign-in was of late. */
  secondFactor: z.enum(['none', 'new_devices', 'always']),
};

const administeredTenant = z.object({
  tid: id,
  name: z.string(),
  logo: z.string().nullable(),
  serviceVersion: z.string(),
  namespace: z.string().nullable(),
  otherClientsAllowed: z.boolean(),
  serviceAPI: z.string().nullable(),
  isLocal: z.boolean(),
  secondFactor: settings.secondFactor,
  /** The licence key's id: what a document's header gives as `key`. */
  key: z.string(),
  state: z.enum(['active', 'closed']),
  createAt: time,
  members: z.int(),
});

/** An account by username, phone or e-mail, and what it is called in the tenant. */
const firstMember = z.strictObject({ account: z.string().trim().min(1).max(254), name: givenName });
const settingErrors = [
  'admin.namespace_taken',
  'admin.service_api_invalid',
  'admin.service_api_private',
] as const;

export const adminTenantCalls = declareCalls({
  'GET /api/v1/admin/tenants': {
    summary: 'The tenants of this service, the oldest first',
    access: 'operator',
    query: z.strictObject({
      ...page,
      keyword: keyword.optional(),
      state: z.enum(['active', 'closed']).optional(),
    }),
    answer: list(administeredTenant),
    errors: [],
  },
  'POST /api/v1/admin/tenants': {
    summary:
      'Make a tenant with its licence key, built-in roles and a default classification; with `approvers` also with the eleven kinds of application',
    access: 'operator',
    body: z.strictObject({
      tid: chosenTenantID.optional(),
      ...settings,
      logo: settings.logo.default(null),
      namespace: settings.namespace.optional(),
      otherClientsAllowed: settings.otherClientsAllowed.default(false),
      serviceAPI: settings.serviceAPI.default(null),
      isLocal: settings.isLocal.default(true),
      secondFactor: settings.secondFactor.default('none'),
      administrators: z.array(firstMember).max(20).default([]),
      /** They become members too; any one of them decides whatever is applied for. */
      approvers: z.array(firstMember).max(20).default([]),
    }),
    answer: data(administeredTenant),
    errors: ['admin.tenant_exists', ...settingErrors, 'login.user_not_found'],
  },
  'GET /api/v1/admin/tenants/{tid}': {
    summary: 'One tenant',
    access: 'operator',
    params: tenantParams,
    answer: data(administeredTenant),
    errors: ['admin.tenant_not_found'],
  },
  'PUT /api/v1/admin/tenants/{tid}': {
    summary: 'Change a tenant: what is left out stays',
    access: 'operator',
    params: tenantParams,
    body: z.strictObject(settings).partial(),
    answer: data(administeredTenant),
    errors: ['admin.tenant_not_found', ...settingErrors, 'admin.namespace_in_use'],
  },
  'POST /api/v1/admin/tenants/{tid}/actions/close': {
    summary: 'Close a tenant: its people are kept out, its data stays',
    access: 'operator',
    params: tenantParams,
    answer: data(administeredTenant),
    errors: ['admin.tenant_not_found'],
  },
  'POST /api/v1/admin/tenants/{tid}/actions/reopen': {
    summary: 'Open a closed tenant again, for the people it had',
    access: 'operator',
    params: tenantParams,
    answer: data(administeredTenant),
    errors: ['admin.tenant_not_found'],
  },
});
