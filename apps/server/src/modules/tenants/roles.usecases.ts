import { roles as builtInRoles, isRole, rights as known } from '@sealflow/domain/roles';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countAdministrators } from './administer-members.repository.ts';
import { type Authority, assertAuthority } from './authority.usecases.ts';
import {
  countRoles,
  deleteRoleRow,
  insertRole,
  type RoleKey,
  selectRightsOfRoles,
  selectRoleHolders,
  selectRoleRights,
  selectRoles,
  updateRole,
} from './roles.repository.ts';
import { lockTenant } from './tenant-settings.usecases.ts';

/** A role of a tenant, with the number of its members. */
export interface Role {
  roleID: string;
  name: string;
  rights: string[];
  /** Whether every client knows the role; such a role cannot be deleted. */
  builtIn: boolean;
  members: number;
}

export type RoleRights = Pick<Role, 'roleID' | 'name' | 'rights'>;

const builtIn = Object.keys(builtInRoles);
/** Rights that the role `administrators` must keep. Without them no member could repair the tenant. */
const requiredAdministratorRights = [known.signIn, known.systemManagement, known.organisationManagement];

export async function listRoles(
  db: DatabaseHandle,
  { tid, skip, limit }: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: Role[] }> {
  const [total, rows] = await Promise.all([
    countRoles(db, tid),
    limit === 0 ? [] : selectRoles(db, { tid, builtIn, skip, limit }),
  ]);
  return { total, data: rows.map(toRole) };
}

/** All roles of a tenant without the numbers of their members, the built-in ones first. */
export async function listAllRoles(db: DatabaseHandle, tid: string): Promise<RoleRights[]> {
  const rows = await selectRoleRights(db, { tid, builtIn });
  return rows.map(({ role_id: roleID, name, rights }) => ({ roleID, name, rights }));
}

/**
 * The rights of the roles with these ids.
 * @throws ServiceError `admin.role_not_found` where the tenant lacks one of them.
 */
export async function requireRoles(
  db: DatabaseHandle,
  { tid, roleIDs }: { tid: string; roleIDs: readonly string[] },
): Promise<{ rights: string[] }[]> {
  if (roleIDs.length === 0) return [];
  const rows = await selectRightsOfRoles(db, { tid, roleIDs });
  if (rows.length < roleIDs.length) throw new ServiceError('admin.role_not_found');
  return rows;
}

/** @throws ServiceError `admin.role_not_found`. */
export async function requireRole(db: DatabaseHandle, { tid, roleID }: RoleKey): Promise<Role> {
  const [row] = await selectRoles(db, { tid, roleIDs: [roleID], builtIn, skip: 0, limit: 1 });
  if (!row) throw new ServiceError('admin.role_not_found');
  return toRole(row);
}

/** The ids of the members with a role. */
export function listRoleHolders(db: DatabaseHandle, key: RoleKey): Promise<string[]> {
  return selectRoleHolders(db, key);
}

/** Creates a role of the tenant. @throws ServiceError `admin.role_exists`, `admin.beyond_own_rights`. */
export async function addRole(
  transaction: DatabaseTransaction,
  authority: Authority,
  { tid, roleID, name, rights }: RoleKey & { name: string; rights: readonly string[] },
): Promise<void> {
  assertAuthority(authority, rights);
  const isNew = await insertRole(transaction, { tid, role_id: roleID, name, rights: [...new Set(rights)] });
  if (!isNew) throw new ServiceError('admin.role_exists');
}

/**
 * Changes name or rights of a role. Omitted fields stay.
 * @throws ServiceError `admin.role_not_found`, `admin.beyond_own_rights`, `admin.role_keeps_rights`,
 * `admin.last_administrator`.
 */
export async function changeRole(
  transaction: DatabaseTransaction,
  authority: Authority,
  change: RoleKey & { name?: string | undefined; rights?: readonly string[] | undefined },
): Promise<void> {
  const { tid, roleID, name, rights } = change;
  await lockTenant(transaction, tid);
  const before = await requireRole(transaction, change);
  if (name !== undefined) await updateRole(transaction, change, { name });
  if (!rights) return;
  assertAuthority(authority, [...before.rights, ...rights]);
  const hasRequiredRights =
    roleID !== 'administrators' || requiredAdministratorRights.every((right) => rights.includes(right));
  if (!hasRequiredRights) throw new ServiceError('admin.role_keeps_rights');
  const administrators = await countAdministrators(transaction, tid);
  await updateRole(transaction, change, { rights: [...new Set(rights)] });
  if (administrators > 0 && (await countAdministrators(transaction, tid)) === 0) {
    throw new ServiceError('admin.last_administrator');
  }
}

/** @throws ServiceError `admin.role_not_found`, `admin.role_built_in`, `admin.role_in_use`. */
export async function deleteRole(transaction: DatabaseTransaction, key: RoleKey): Promise<void> {
  await lockTenant(transaction, key.tid);
  const role = await requireRole(transaction, key);
  if (role.builtIn) throw new ServiceError('admin.role_built_in');
  if (role.members > 0) throw new ServiceError('admin.role_in_use');
  await deleteRoleRow(transaction, key);
}

function toRole(row: Awaited<ReturnType<typeof selectRoles>>[number]): Role {
  const { role_id: roleID, name, rights, members } = row;
  return { roleID, name, rights, builtIn: isRole(roleID), members: members ?? 0 };
}
