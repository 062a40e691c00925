import { z } from 'zod';
import { customID, displayName } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, id, list, page, tenantParams, time } from './common.schemas.ts';

const people = { right: 'org_managment' } as const;
const importParams = z.strictObject({ tid: id, importID: id });

/** Rows of one import, and rows of one request. */
export const importLimits = { maxRows: 50_000, maxRowsPerRequest: 500, maxRoles: 50 } as const;

/**
 * A cell as the file contains it. Its content is not validated here: a faulty row is a result of the import and not a
 * rejected request.
 */
const cell = z.string().max(300).optional();

/** One person of the file. An empty or missing cell changes nothing of an existing member. */
const importedRow = z.strictObject({
  /** The number of the row in the file. Rows are processed in this order; a repeated number replaces the row. */
  row: z.int().min(1).max(2_000_000),
  name: cell,
  /** A path of names with `/`, such as `总部/研发部/平台组`. */
  department: cell,
  /** Names or ids. */
  roles: z.array(z.string().max(300)).max(importLimits.maxRoles).optional(),
  phone: cell,
  email: cell,
  username: cell,
  /** The key of the person in the organisation's own systems. A repeated import finds the person by it. */
  staffID: cell,
  fid: cell,
  /** The level of the clearance as a number. */
  clearance: cell,
});

const options = z.strictObject({
  /** Whether missing departments are created. Otherwise their rows fail. */
  createDepartments: z.boolean().default(false),
  /** Roles of new members whose row names none. */
  roles: z.array(id).max(importLimits.maxRoles).default(['users']),
});

const importState = z.enum(['draft', 'checking', 'checked', 'running', 'done', 'canceled', 'failed']);
const outcome = z.enum(['pending', 'added', 'changed', 'unchanged', 'failed']);

const peopleImport = z.object({
  importID: id,
  /** The name of the file. */
  name: z.string(),
  options: z.object({ createDepartments: z.boolean(), roles: z.array(id) }),
  /**
   * `draft` receives rows. `checking` and `running` are in progress. `checked` can be run; its counts are those of the
   * check. `failed` stopped for the reason in `code`; the rows before keep their results.
   */
  state: importState,
  /** Rows of the file, as the request that created the import stated. */
  total: z.int(),
  /** Rows that the service has received. */
  received: z.int(),
  /** Rows that the check or the run has processed: the sum of the following four. */
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  /** The code of the error that stopped the import; null for none. */
  code: z.string().nullable(),
  /** The administrator who created it; null for the operator. */
  createdBy: id.nullable(),
  createAt: time,
  /** When the run started and ended; null before. */
  startAt: time.nullable(),
  endAt: time.nullable(),
  /** When the import and its rows are deleted. */
  expireAt: time,
});

const rowResult = z.object({
  row: z.int(),
  name: z.string(),
  /** Of the check until the run has processed the row. */
  outcome,
  /** The member; null where the row added or found none. */
  fid: id.nullable(),
  errors: z.array(
    z.object({
      /** A key of the error catalogue. */
      code: z.string(),
      /** The field of the row; null for the whole row. */
      field: z.string().nullable(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});

export const adminImportCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/imports': {
    summary: 'The imports of people of the last 30 days, the newest first',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject({
      ...page,
      state: importState.optional(),
      sort: z.enum(['createAt', '-createAt']).default('-createAt'),
    }),
    answer: list(peopleImport),
    errors: [],
  },
  'POST /api/v1/tenants/{tid}/admin/imports': {
    summary:
      'Create an import of people. The client chooses its id: the same request again answers the same import',
    access: people,
    home: 'host',
    params: tenantParams,
    body: z.strictObject({
      importID: customID,
      name: displayName,
      total: z.int().min(1).max(importLimits.maxRows),
      options: options.default({ createDepartments: false, roles: ['users'] }),
    }),
    answer: data(peopleImport),
    errors: ['admin.import_exists', 'admin.too_many_imports', 'admin.tenant_closed'],
  },
  'GET /api/v1/tenants/{tid}/admin/imports/{importID}': {
    summary: 'State and progress of an import',
    access: people,
    home: 'host',
    params: importParams,
    answer: data(peopleImport),
    errors: ['admin.import_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows': {
    summary:
      'Append or replace up to 500 rows by their numbers, before the run. A checked import becomes a draft again',
    access: people,
    home: 'host',
    params: importParams,
    body: z.strictObject({ rows: z.array(importedRow).min(1).max(importLimits.maxRowsPerRequest) }),
    answer: data(peopleImport),
    errors: ['admin.import_not_found', 'admin.import_state_error', 'admin.import_rows_exceed_total'],
  },
  'GET /api/v1/tenants/{tid}/admin/imports/{importID}/rows': {
    summary: 'The rows of an import with their results, by row number',
    access: people,
    home: 'host',
    params: importParams,
    query: z.strictObject({ ...page, outcome: outcome.optional() }),
    answer: list(rowResult),
    errors: ['admin.import_not_found'],
  },
  'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/check': {
    summary: 'Start the check of all rows, which changes no person',
    access: people,
    home: 'host',
    params: importParams,
    answer: data(peopleImport),
    errors: ['admin.import_not_found', 'admin.import_state_error', 'admin.import_incomplete'],
  },
  'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/run': {
    summary:
      'Start the run of a checked import with the rights of the caller. Faulty rows are skipped. The call is idempotent',
    access: people,
    stepUp: true,
    home: 'host',
    params: importParams,
    answer: data(peopleImport),
    errors: ['admin.import_not_found', 'admin.import_state_error', 'admin.tenant_closed'],
  },
  'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/cancel': {
    summary: 'Cancel an import that has not ended. People that it has already added or changed stay',
    access: people,
    home: 'host',
    params: importParams,
    answer: data(peopleImport),
    errors: ['admin.import_not_found', 'admin.import_state_error'],
  },
});
