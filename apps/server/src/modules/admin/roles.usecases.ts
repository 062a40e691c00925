import { rights } from '@sealflow/domain/roles';
import type { Actor } from '../../infra/http/access.port.ts';
import { authorityOf } from '../tenants/authority.usecases.ts';
import {
  addRole,
  listRoleHolders,
  type Role,
  deleteRole as removeRole,
  requireRole,
  changeRole as writeChange,
} from '../tenants/roles.usecases.ts';
import { randomID } from '../tenants/tenants.usecases.ts';
import { enqueueExecutorLeft } from '../workflow/executor-left.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';

/** @throws ServiceError `admin.role_exists`, `admin.beyond_own_rights`. */
export function createRole(
  services: AdminServices,
  actor: Actor,
  {
    roleID = randomID('r'),
    ...role
  }: { roleID?: string | undefined; name: string; rights: readonly string[] },
): Promise<Role> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await addRole(transaction, authorityOf(actor), { tid, roleID, ...role });
    await record({ act: 'role.created', subject: roleID });
    return requireRole(transaction, { tid, roleID });
  });
}

/**
 * Changes the name or the rights of a role. The tasks of members who lose the right to sign in are reassigned.
 * @throws ServiceError `admin.role_not_found`, `admin.beyond_own_rights`, `admin.role_keeps_rights`,
 * `admin.last_administrator`.
 */
export function changeRole(
  services: AdminServices,
  actor: Actor,
  {
    roleID,
    ...change
  }: { roleID: string; name?: string | undefined; rights?: readonly string[] | undefined },
): Promise<Role> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    const before = await requireRole(transaction, { tid, roleID });
    await writeChange(transaction, authorityOf(actor), { tid, roleID, ...change });
    const after = await requireRole(transaction, { tid, roleID });
    if (before.rights.includes(rights.signIn) && !after.rights.includes(rights.signIn)) {
      for (const fid of await listRoleHolders(transaction, { tid, roleID }))
        await enqueueExecutorLeft(services, transaction, { tid, fid });
    }
    await record({ act: 'role.changed', subject: roleID });
    return after;
  });
}

/** @throws ServiceError `admin.role_not_found`, `admin.role_built_in`, `admin.role_in_use`. */
export function deleteRole(services: AdminServices, actor: Actor, roleID: string): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await removeRole(transaction, { tid: actor.tid, roleID });
    await record({ act: 'role.deleted', subject: roleID });
  });
}
