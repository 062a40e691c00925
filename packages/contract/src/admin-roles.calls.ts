import { z } from 'zod';
import { chosenID, givenName, right } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, id, list, page, tenantParams } from './common.schemas.ts';

const people = { right: 'org_managment' } as const;
const organisationParams = z.strictObject({ tid: id, orgID: id });
const roleParams = z.strictObject({ tid: id, roleID: id });

export const organisation = z.object({ orgID: id, name: z.string(), members: z.int() });

export const role = z.object({
  roleID: id,
  name: z.string(),
  rights: z.array(z.string()),
  /** Known to every client; never deleted. */
  builtIn: z.boolean(),
  members: z.int(),
});

const rights = z.array(right).max(10);

export const adminRoleCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/organisations': {
    summary: 'The departments of the tenant, and how many people are in each',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(organisation),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/organisations': {
    summary: 'Make a department',
    access: people,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({ orgID: chosenID.optional(), name: givenName }),
    answer: data(organisation),
    errors: ['admin.organisation_exists'],
  },
  'PUT /api/v1/tenants/{tid}/admin/organisations/{orgID}': {
    summary: 'Give a department another name',
    access: people,
    home: 'host',
    params: organisationParams,
    body: z.strictObject({ name: givenName }),
    answer: data(organisation),
    errors: ['admin.organisation_not_found'],
  },
  'DELETE /api/v1/tenants/{tid}/admin/organisations/{orgID}': {
    summary: 'Delete a department that nobody is in',
    access: people,
    home: 'host',
    params: organisationParams,
    answer: 'none',
    errors: ['admin.organisation_not_found', 'admin.organisation_not_empty'],
  },
  'GET /api/v1/tenants/{tid}/admin/roles': {
    summary: 'The roles of the tenant with their rights, the built-in ones first',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject(page),
    answer: list(role),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/roles': {
    summary: 'Make a role of the tenant’s own',
    access: people,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({ roleID: chosenID.optional(), name: givenName, rights }),
    answer: data(role),
    errors: ['admin.role_exists', 'admin.beyond_own_rights'],
  },
  'PUT /api/v1/tenants/{tid}/admin/roles/{roleID}': {
    summary: 'Change name or rights of a role; what is left out stays',
    access: people,
    home: 'host',
    params: roleParams,
    body: z.strictObject({ name: givenName, rights }).partial(),
    answer: data(role),
    errors: [
      'admin.role_not_found',
      'admin.beyond_own_rights',
      'admin.role_keeps_rights',
      'admin.last_administrator',
    ],
  },
  'DELETE /api/v1/tenants/{tid}/admin/roles/{roleID}': {
    summary: 'Delete a role of the tenant’s own that nobody has',
    access: people,
    home: 'host',
    params: roleParams,
    answer: 'none',
    errors: ['admin.role_not_found', 'admin.role_built_in', 'admin.role_in_use'],
  },
});
