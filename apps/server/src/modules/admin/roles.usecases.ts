import { entityTagFields } from '@sealflow/contract/schemas';
import { rights } from '@sealflow/domain/roles';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import { authorityOf } from '../tenants/authority.usecases.ts';
import {
  addRole,
  listRoleHolders,
  type Role,
  deleteRole as removeRole,
  requireRole,
  changeRole as writeChange,
} from '../tenants/roles.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
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
 * `admin.last_administrator`, `admin.changed_meanwhile`.
 */
export function changeRole(
  services: AdminServices,
  actor: Actor,
  {
    roleID,
    ifMatch,
    ...change
  }: {
    roleID: string;
    ifMatch?: string | undefined;
    name?: string | undefined;
    rights?: readonly string[] | undefined;
  },
): Promise<Role> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await assertUnchangedRole(transaction, { tid, roleID }, ifMatch);
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

/**
 * @throws ServiceError `admin.role_not_found`, `admin.role_built_in`, `admin.role_in_use`, `admin.changed_meanwhile`.
 */
export function deleteRole(
  services: AdminServices,
  actor: Actor,
  { roleID, ifMatch }: { roleID: string; ifMatch?: string | undefined },
): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await assertUnchangedRole(transaction, { tid: actor.tid, roleID }, ifMatch);
    await removeRole(transaction, { tid: actor.tid, roleID });
    await record({ act: 'role.deleted', subject: roleID });
  });
}

async function assertUnchangedRole(
  transaction: DatabaseTransaction,
  key: { tid: string; roleID: string },
  ifMatch: string | undefined,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  await assertUnchanged(ifMatch, entityTagFields.role, () => requireRole(transaction, key));
}
