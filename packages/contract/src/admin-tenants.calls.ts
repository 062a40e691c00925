import { z } from 'zod';
import { customTenantID, displayName } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import {
  applicationDays,
  data,
  exactPagesMode,
  id,
  ifMatchHeader,
  keyword,
  list,
  messageDays,
  page,
  printingMaxLevel,
  tenantParams,
  time,
} from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const namespace = z
  .string()
  .max(253)
  .regex(new RegExp(`^${hostLabel}(?:\\.${hostLabel})*$`));

/** Settings of a tenant that an operator can change. */
const settings = {
  name: displayName,
  /** A data URL, which the app shows; or an http URL, for third-party clients. */
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
  /** Namespace of the policy attributes, which documents contain. */
  namespace,
  otherClientsAllowed: z.boolean(),
  /** The origin of the tenant's own server; null for none. */
  serviceAPI: z.string().min(1).max(300).nullable(),
  /** Whether this service stores the tenant's data while the tenant has no server of its own. */
  isLocal: z.boolean(),
  /**
   * When sign-in requires both a password and a code; `new_devices`: on devices without a recent sign-in of that kind.
   */
  secondFactor: z.enum(['none', 'new_devices', 'always']),
  exactPages: exactPagesMode,
  renditions: z.boolean(),
  fullTextSearch: z.boolean(),
  printingMaxLevel,
  insightOnPeople: z.boolean(),
  messageDays,
  applicationDays,
  archiveApplications: z.boolean(),
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
  exactPages: exactPagesMode,
  renditions: z.boolean(),
  fullTextSearch: z.boolean(),
  printingMaxLevel,
  insightOnPeople: z.boolean(),
  messageDays,
  applicationDays,
  archiveApplications: z.boolean(),
  /** Id of the licence key; `key` in the header of a document. */
  key: z.string(),
  state: z.enum(['active', 'closed']),
  createAt: time,
  members: z.int(),
});

/** An account by username, phone or email, and its name in the tenant. */
const firstMember = z.strictObject({ account: z.string().trim().min(1).max(254), name: displayName });
const settingErrors = [
  'admin.namespace_taken',
  'admin.retention_too_long',
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
      'Create a tenant with licence key, built-in roles and a default classification; with `approvers` also all eleven application types',
    access: 'operator',
    body: z.strictObject({
      tid: customTenantID.optional(),
      ...settings,
      logo: settings.logo.default(null),
      namespace: settings.namespace.optional(),
      otherClientsAllowed: settings.otherClientsAllowed.default(false),
      serviceAPI: settings.serviceAPI.default(null),
      isLocal: settings.isLocal.default(true),
      secondFactor: settings.secondFactor.default('none'),
      exactPages: exactPagesMode.default('ask'),
      renditions: settings.renditions.default(false),
      fullTextSearch: settings.fullTextSearch.default(true),
      printingMaxLevel: printingMaxLevel.default(null),
      insightOnPeople: settings.insightOnPeople.default(false),
      messageDays: messageDays.default(null),
      applicationDays: applicationDays.default(null),
      archiveApplications: settings.archiveApplications.default(false),
      administrators: z.array(firstMember).max(20).default([]),
      /** They become members as well. Each of them alone can decide every application. */
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
    entityTag: entityTagFields.tenant,
    errors: ['admin.tenant_not_found'],
  },
  'PUT /api/v1/admin/tenants/{tid}': {
    summary: 'Change a tenant; omitted fields stay unchanged',
    access: 'operator',
    params: tenantParams,
    headers: ifMatchHeader,
    body: z.strictObject(settings).partial(),
    answer: data(administeredTenant),
    entityTag: entityTagFields.tenant,
    errors: ['admin.changed_meanwhile', 'admin.tenant_not_found', ...settingErrors, 'admin.namespace_in_use'],
  },
  'POST /api/v1/admin/tenants/{tid}/actions/close': {
    summary: 'Close a tenant: its people are locked out, its data stays',
    access: 'operator',
    params: tenantParams,
    headers: ifMatchHeader,
    answer: data(administeredTenant),
    entityTag: entityTagFields.tenant,
    errors: ['admin.changed_meanwhile', 'admin.tenant_not_found'],
  },
  'POST /api/v1/admin/tenants/{tid}/actions/reopen': {
    summary: 'Reopen a closed tenant for its people',
    access: 'operator',
    params: tenantParams,
    answer: data(administeredTenant),
    errors: ['admin.tenant_not_found'],
  },
});
