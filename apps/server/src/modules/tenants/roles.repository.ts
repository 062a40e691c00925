import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface RoleKey {
  tid: string;
  roleID: string;
}

export interface RoleFilter {
  tid: string;
  roleIDs?: readonly string[];
  /** Ids of the built-in roles, which come first. */
  builtIn: readonly string[];
  skip: number;
  limit: number;
}

export function selectRoles(db: DatabaseHandle, { tid, roleIDs, builtIn, skip, limit }: RoleFilter) {
  const query = db
    .selectFrom('roles as role')
    .select(['role.role_id', 'role.name', 'role.rights'])
    .select((role) =>
      role
        .selectFrom('membership_roles as held')
        .whereRef('held.tid', '=', 'role.tid')
        .whereRef('held.role_id', '=', 'role.role_id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('members'),
    )
    .where('role.tid', '=', tid)
    .orderBy(sql`array_position(${[...builtIn]}::text[], role.role_id) nulls last`)
    .orderBy('role.name')
    .orderBy('role.role_id')
    .offset(skip)
    .limit(limit);
  return (roleIDs === undefined ? query : query.where('role.role_id', 'in', roleIDs)).execute();
}

/** The rights of these roles, without the count of their members. */
export function selectRightsOfRoles(
  db: DatabaseHandle,
  { tid, roleIDs }: { tid: string; roleIDs: readonly string[] },
): Promise<{ rights: string[] }[]> {
  return db
    .selectFrom('roles')
    .select('rights')
    .where('tid', '=', tid)
    .where('role_id', 'in', roleIDs)
    .execute();
}

export async function selectRoleHolders(db: DatabaseHandle, { tid, roleID }: RoleKey): Promise<string[]> {
  const rows = await db
    .selectFrom('membership_roles')
    .select('fid')
    .where('tid', '=', tid)
    .where('role_id', '=', roleID)
    .orderBy('fid')
    .execute();
  return rows.map(({ fid }) => fid);
}

export function selectRoleRights(
  db: DatabaseHandle,
  { tid, builtIn }: Pick<RoleFilter, 'tid' | 'builtIn'>,
): Promise<{ role_id: string; name: string; rights: string[] }[]> {
  return db
    .selectFrom('roles')
    .select(['role_id', 'name', 'rights'])
    .where('tid', '=', tid)
    .orderBy(sql`array_position(${[...builtIn]}::text[], role_id) nulls last`)
    .orderBy('role_id')
    .execute();
}

export async function countRoles(db: DatabaseHandle, tid: string): Promise<number> {
  const { count } = await db
    .selectFrom('roles')
    .where('tid', '=', tid)
    .select((role) => role.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns false where the tenant already has a role with this id. */
export async function insertRole(
  transaction: DatabaseTransaction,
  row: Insertable<Database['roles']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('roles')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateRole(
  transaction: DatabaseTransaction,
  { tid, roleID }: RoleKey,
  changes: Updateable<Database['roles']>,
): Promise<void> {
  await transaction
    .updateTable('roles')
    .set(changes)
    .where('tid', '=', tid)
    .where('role_id', '=', roleID)
    .execute();
}

export async function deleteRoleRow(
  transaction: DatabaseTransaction,
  { tid, roleID }: RoleKey,
): Promise<void> {
  await transaction.deleteFrom('roles').where('tid', '=', tid).where('role_id', '=', roleID).execute();
}
