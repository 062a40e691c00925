import { rights } from '@sealflow/domain/roles';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { ImportOptions } from '../../infra/database/tables/imports.table.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { findClearances } from '../documents/clearances.usecases.ts';
import { type Authority, authorityOf, isWithinAuthority } from '../tenants/authority.usecases.ts';
import {
  findFormerIDs,
  findImportedMembers,
  type ImportedMemberRow,
  matchMembers,
} from '../tenants/imported-members.usecases.ts';
import { listAllRoles, type RoleRights } from '../tenants/roles.usecases.ts';
import { type Departments, readDepartments } from './departments.usecases.ts';
import type { StoredRow } from './imports.repository.ts';
import { type ImportedPerson, parseRow, type RowError, rowError } from './row.rules.ts';

/** A department that a row names: its id, or null with the path if it is to be created. */
export type PlannedDepartment =
  | { readonly orgID: string }
  | { readonly orgID: null; readonly path: readonly string[] };

interface Planned {
  readonly row: number;
  readonly person: ImportedPerson;
  readonly department: PlannedDepartment | null;
}

/** What the run does with a row. */
export type RowPlan =
  | { readonly kind: 'failed'; readonly row: number; readonly errors: readonly RowError[] }
  | { readonly kind: 'unchanged'; readonly row: number; readonly fid: string }
  /** `account`: a new one for the contacts of the row, or the existing one that the user name names. */
  | (Planned & {
      readonly kind: 'add';
      readonly account: 'new' | 'existing';
      readonly name: string;
      readonly roleIDs: readonly string[];
    })
  /** Null: no change. A department and a person name only what differs. */
  | (Planned & {
      readonly kind: 'change';
      readonly fid: string;
      readonly name: string | null;
      readonly staffID: string | null;
      readonly roleIDs: readonly string[] | null;
      readonly clearance: number | null;
    });

interface PlanContext {
  readonly actor: Actor;
  readonly options: ImportOptions;
  readonly authority: Authority;
  readonly roles: readonly RoleRights[];
  readonly departments: Departments;
  readonly matches: ReadonlyMap<number, readonly string[]>;
  readonly members: ReadonlyMap<string, ImportedMemberRow>;
  readonly clearances: ReadonlyMap<string, number>;
  readonly formerIDs: ReadonlySet<string>;
}

/**
 * Decides what an import does with each row. It reads data of the tenant only, so that the check of an import reveals
 * nothing about accounts outside of it.
 */
export async function planRows(
  transaction: DatabaseTransaction,
  { actor, options, now }: { actor: Actor; options: ImportOptions; now: Date },
  rows: readonly StoredRow[],
): Promise<RowPlan[]> {
  const { tid } = actor;
  const parsed = rows.map((row) => ({ row, ...parseRow(row.content) }));
  const people = parsed.map(({ row, person }) => ({ n: row.row_number, ...person }));
  const matches = await matchMembers(transaction, { tid, people, now });
  const fids = [...new Set([...matches.values()].flat())];
  const context: PlanContext = {
    actor,
    options,
    authority: authorityOf(actor),
    roles: await listAllRoles(transaction, tid),
    departments: await readDepartments(transaction, tid),
    matches,
    members: await findImportedMembers(transaction, { tid, fids }),
    clearances: await findClearances(transaction, { tid, fids }),
    formerIDs: new Set(
      await findFormerIDs(transaction, {
        tid,
        fids: people.map(({ fid }) => fid).filter((fid) => fid !== null),
      }),
    ),
  };
  const plans = parsed.map(({ row, person, errors }) => planRow(context, { row, person, errors }));
  return plans.map((plan) => refuseRepeated(plan, plans));
}

/** Two rows may be about one member without a common key: one by the staff id and the other by a contact. */
function refuseRepeated(plan: RowPlan, plans: readonly RowPlan[]): RowPlan {
  if (plan.kind !== 'change') return plan;
  const first = plans.find((one) => one.kind === 'change' && one.fid === plan.fid);
  if (!first || first === plan) return plan;
  return {
    kind: 'failed',
    row: plan.row,
    errors: [rowError('admin.row_repeated', null, { row: first.row })],
  };
}

function planRow(
  context: PlanContext,
  { row, person, errors: faults }: { row: StoredRow; person: ImportedPerson; errors: readonly RowError[] },
): RowPlan {
  const number = row.row_number;
  const errors = [...faults];
  if (row.first_row !== null) errors.push(rowError('admin.row_repeated', null, { row: row.first_row }));
  const department = planDepartment(context, person, errors);
  const roles = planRoles(context, person, errors);
  if (person.clearance !== null && !mayClear(context.authority))
    errors.push(rowError('admin.beyond_own_rights', 'clearance'));
  const planned = { row: number, person, department };
  const plan = context.matches.has(number)
    ? planChange(context, planned, { roles, errors })
    : planAddition(context, planned, { roles, errors });
  return errors.length > 0 || !plan ? { kind: 'failed', row: number, errors } : plan;
}

interface RowFindings {
  /** Null: the row names no roles. */
  readonly roles: readonly RoleRights[] | null;
  /** Errors of the row, to which the plan adds its own. */
  readonly errors: RowError[];
}

function planAddition(
  { options, roles: known, authority, formerIDs }: PlanContext,
  planned: Planned,
  { roles, errors }: RowFindings,
): RowPlan | undefined {
  const { name, username, mobileNo, email, fid } = planned.person;
  const hasContact = mobileNo !== null || email !== null;
  // A faulty contact has its own error.
  const isContactFaulty = errors.some(
    ({ field }) => field === 'phone' || field === 'email' || field === 'username',
  );
  if (name === null && !errors.some(({ field }) => field === 'name'))
    errors.push(rowError('admin.row_name_missing', 'name'));
  if (!hasContact && username === null && !isContactFaulty)
    errors.push(rowError('admin.row_contact_missing'));
  if (fid !== null && formerIDs.has(fid)) errors.push(rowError('admin.fid_taken', 'fid'));
  const defaults = known.filter(({ roleID }) => options.roles.includes(roleID));
  if (roles === null && defaults.length < options.roles.length)
    errors.push(rowError('admin.role_not_found', 'roles'));
  const granted = roles ?? defaults;
  if (!isWithinAuthority(authority, rightsOf(granted)))
    errors.push(rowError('admin.beyond_own_rights', 'roles'));
  if (name === null) return undefined;
  const roleIDs = granted.map(({ roleID }) => roleID);
  return { ...planned, kind: 'add', account: hasContact ? 'new' : 'existing', name, roleIDs };
}

function planChange(
  { matches, members, clearances }: PlanContext,
  planned: Planned,
  { roles, errors }: RowFindings,
): RowPlan | undefined {
  const { person, department, row } = planned;
  const [fid, ...others] = matches.get(row) ?? [];
  const member = fid === undefined ? undefined : members.get(fid);
  if (!member || others.length > 0) {
    errors.push(rowError('admin.row_ambiguous'));
    return undefined;
  }
  if (person.fid !== null && person.fid !== member.fid) errors.push(rowError('admin.row_ambiguous', 'fid'));
  if (person.staffID !== null && member.staff_id !== null && person.staffID !== member.staff_id)
    errors.push(rowError('admin.row_staff_id_differs', 'staffID'));
  const roleIDs = roles?.map(({ roleID }) => roleID) ?? null;
  const change = {
    name: person.name === member.name ? null : person.name,
    department: department?.orgID === member.org_id ? null : department,
    staffID: person.staffID === member.staff_id ? null : person.staffID,
    roleIDs: roleIDs && isSameSet(roleIDs, member.role_ids) ? null : roleIDs,
    clearance: person.clearance === clearances.get(member.fid) ? null : person.clearance,
  };
  if (Object.values(change).every((value) => value === null))
    return { kind: 'unchanged', row, fid: member.fid };
  return { ...planned, ...change, kind: 'change', fid: member.fid };
}

function planDepartment(
  { departments, options }: PlanContext,
  { department: path }: ImportedPerson,
  errors: RowError[],
): PlannedDepartment | null {
  if (path.length === 0) return null;
  const orgID = departments.find(path);
  if (orgID !== undefined) return { orgID };
  if (!options.createDepartments) errors.push(rowError('admin.organisation_not_found', 'department'));
  return { orgID: null, path };
}

function planRoles(
  { roles: known }: PlanContext,
  { roles: names }: ImportedPerson,
  errors: RowError[],
): readonly RoleRights[] | null {
  if (names.length === 0) return null;
  const found = names.map(
    (text) => known.find(({ roleID }) => roleID === text) ?? known.find(({ name }) => name === text),
  );
  if (found.includes(undefined)) errors.push(rowError('admin.role_not_found', 'roles'));
  return [...new Set(found.filter((role) => role !== undefined))];
}

const rightsOf = (roles: readonly RoleRights[]) => roles.flatMap(({ rights: granted }) => granted);

/** Only system managers set clearances, as with the call for it. */
const mayClear = (authority: Authority) =>
  authority === 'unlimited' || authority.has(rights.systemManagement);

const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one) => others.includes(one));
