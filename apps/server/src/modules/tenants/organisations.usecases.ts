import {
  type DatabaseHandle,
  type DatabaseTransaction,
  violatedUniqueIndex,
} from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  countOrganisations,
  deleteOrganisationRow,
  hasOrganisation,
  lockActiveMember,
  type OrganisationKey,
  renameOrganisationRow,
  selectDepartmentsOf,
  selectHeadsAbove,
  selectOrganisationNames,
  selectOrganisations,
  updateOrganisationHead,
} from './organisations.repository.ts';
import { lockTenant } from './tenant-settings.usecases.ts';
import { createOrganisation } from './tenants.usecases.ts';

/** A department of a tenant, with its head and the number of its members. */
export interface Organisation {
  orgID: string;
  name: string;
  members: number;
  head: { fid: string; name: string } | null;
}

/** The ids of the department of a member and of those above it. */
export const listDepartmentsOf = selectDepartmentsOf;

/** The heads of the department of a member and of those above it, nearest first. */
export const listHeadsAbove = selectHeadsAbove;

export async function listOrganisations(
  db: DatabaseHandle,
  { tid, skip, limit }: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: Organisation[] }> {
  const [total, rows] = await Promise.all([
    countOrganisations(db, tid),
    limit === 0 ? [] : selectOrganisations(db, { tid, skip, limit }),
  ]);
  return { total, data: rows.map(toOrganisation) };
}

/** The names of all departments of a tenant, ordered by id. */
export async function listOrganisationNames(
  db: DatabaseHandle,
  tid: string,
): Promise<{ orgID: string; name: string }[]> {
  const rows = await selectOrganisationNames(db, tid);
  return rows.map(({ org_id, name }) => ({ orgID: org_id, name }));
}

/** The ids among these that are no departments of the tenant. */
export async function findMissingOrganisations(
  db: DatabaseHandle,
  { tid, orgIDs }: { tid: string; orgIDs: readonly string[] },
): Promise<string[]> {
  const missing: string[] = [];
  for (const orgID of new Set(orgIDs)) if (!(await hasOrganisation(db, { tid, orgID }))) missing.push(orgID);
  return missing;
}

/** Asserts that a department exists, without counting its members. @throws ServiceError `admin.organisation_not_found`. */
export async function assertOrganisation(db: DatabaseHandle, key: OrganisationKey): Promise<void> {
  if (!(await hasOrganisation(db, key))) throw new ServiceError('admin.organisation_not_found');
}

/** @throws ServiceError `admin.organisation_not_found`. */
export async function requireOrganisation(db: DatabaseHandle, key: OrganisationKey): Promise<Organisation> {
  const [row] = await selectOrganisations(db, { ...key, skip: 0, limit: 1 });
  if (!row) throw new ServiceError('admin.organisation_not_found');
  return toOrganisation(row);
}

/** @throws ServiceError `admin.organisation_exists`. */
export async function addOrganisation(
  transaction: DatabaseTransaction,
  organisation: OrganisationKey & { name: string },
): Promise<void> {
  await createOrganisation(transaction, organisation).catch((error: unknown) => {
    if (violatedUniqueIndex(error) !== undefined) throw new ServiceError('admin.organisation_exists');
    throw error;
  });
}

/** @throws ServiceError `admin.organisation_not_found`. */
export async function renameOrganisation(
  transaction: DatabaseTransaction,
  organisation: OrganisationKey & { name: string },
): Promise<void> {
  await lockTenant(transaction, organisation.tid);
  if (!(await renameOrganisationRow(transaction, organisation)))
    throw new ServiceError('admin.organisation_not_found');
}

/** @throws ServiceError `admin.organisation_not_found`, `admin.head_not_active`. */
export async function changeHead(
  transaction: DatabaseTransaction,
  { headFid, ...key }: OrganisationKey & { headFid: string | null },
): Promise<void> {
  await lockTenant(transaction, key.tid);
  if (headFid !== null && !(await lockActiveMember(transaction, { tid: key.tid, fid: headFid })))
    throw new ServiceError('admin.head_not_active');
  if (!(await updateOrganisationHead(transaction, { ...key, headFid })))
    throw new ServiceError('admin.organisation_not_found');
}

/**
 * Deletes a department without members. Former members count too, because they keep their department.
 * @throws ServiceError `admin.organisation_not_found`, `admin.organisation_not_empty`.
 */
export async function deleteOrganisation(
  transaction: DatabaseTransaction,
  key: OrganisationKey,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  const { members } = await requireOrganisation(transaction, key);
  if (members > 0) throw new ServiceError('admin.organisation_not_empty');
  await deleteOrganisationRow(transaction, key);
}

function toOrganisation(row: Awaited<ReturnType<typeof selectOrganisations>>[number]): Organisation {
  const { head_fid: fid, head_name } = row;
  return {
    orgID: row.org_id,
    name: row.name,
    members: row.members ?? 0,
    head: fid === null ? null : { fid, name: head_name ?? '' },
  };
}
