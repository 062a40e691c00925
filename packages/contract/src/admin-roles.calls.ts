import { z } from 'zod';
import { customID, displayName, right } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, id, ifMatchHeader, list, page, person, tenantParams } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const people = { right: 'org_managment' } as const;
const organisationParams = z.strictObject({ tid: id, orgID: id });
const roleParams = z.strictObject({ tid: id, roleID: id });

export const organisation = z.object({
  orgID: id,
  name: z.string(),
  members: z.int(),
  /** The member that leads the department. The end of the membership clears it. */
  head: person.nullable(),
});

export const role = z.object({
  roleID: id,
  name: z.string(),
  rights: z.array(z.string()),
  /** One of the roles that every client knows. It cannot be deleted. */
  builtIn: z.boolean(),
  members: z.int(),
});

const rights = z.array(right).max(10);

export const adminRoleCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/organisations': {
    summary: 'The departments of the tenant with their number of members',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(organisation),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/organisations': {
    summary: 'Create a department',
    access: people,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({ orgID: customID.optional(), name: displayName }),
    answer: data(organisation),
    errors: ['admin.organisation_exists'],
  },
  'GET /api/v1/tenants/{tid}/admin/organisations/{orgID}': {
    summary: 'One department',
    access: people,
    home: 'host',
    params: organisationParams,
    answer: data(organisation),
    entityTag: entityTagFields.organisation,
    errors: ['admin.organisation_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/organisations/{orgID}': {
    summary: 'Rename a department, or change its head; `headFid` null clears it',
    access: people,
    home: 'host',
    params: organisationParams,
    headers: ifMatchHeader,
    body: z.strictObject({ name: displayName.optional(), headFid: id.nullable().optional() }),
    answer: data(organisation),
    entityTag: entityTagFields.organisation,
    errors: ['admin.changed_meanwhile', 'admin.head_not_active', 'admin.organisation_not_found'],
  },
  'DELETE /api/v1/tenants/{tid}/admin/organisations/{orgID}': {
    summary: 'Delete an empty department',
    access: people,
    home: 'host',
    params: organisationParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: ['admin.changed_meanwhile', 'admin.organisation_not_found', 'admin.organisation_not_empty'],
  },
  'GET /api/v1/tenants/{tid}/admin/roles': {
    summary: 'The roles of the tenant with their rights, built-in ones first',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(role),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/roles': {
    summary: 'Create a custom role',
    access: people,
    stepUp: true,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({ roleID: customID.optional(), name: displayName, rights }),
    answer: data(role),
    errors: ['admin.role_exists', 'admin.beyond_own_rights'],
  },
  'GET /api/v1/tenants/{tid}/admin/roles/{roleID}': {
    summary: 'One role',
    access: people,
    home: 'host',
    params: roleParams,
    answer: data(role),
    entityTag: entityTagFields.role,
    errors: ['admin.role_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/roles/{roleID}': {
    summary: 'Change name or rights of a role; omitted fields stay unchanged',
    access: people,
    stepUp: true,
    home: 'host',
    params: roleParams,
    headers: ifMatchHeader,
    body: z.strictObject({ name: displayName, rights }).partial(),
    answer: data(role),
    entityTag: entityTagFields.role,
    errors: [
      'admin.changed_meanwhile',
      'admin.role_not_found',
      'admin.beyond_own_rights',
      'admin.role_keeps_rights',
      'admin.last_administrator',
    ],
  },
  'DELETE /api/v1/tenants/{tid}/admin/roles/{roleID}': {
    summary: 'Delete an unassigned custom role',
    access: people,
    stepUp: true,
    home: 'host',
    params: roleParams,
    headers: ifMatchHeader,
    answer: 'none',
    errors: ['admin.changed_meanwhile', 'admin.role_not_found', 'admin.role_built_in', 'admin.role_in_use'],
  },
});
