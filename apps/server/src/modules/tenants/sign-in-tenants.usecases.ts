import { isRole, rights } from '@sealflow/domain/roles';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { SecondFactor } from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import * as repository from './tenants.repository.ts';
import { type Tenant, toTenant } from './tenants.usecases.ts';

/** A tenant that an account signs in to, with the id of its membership. */
export interface AccountTenant {
  tenant: Tenant;
  fid: string;
}

/**
 * The tenants that an account signs in to.
 * @throws ServiceError `login.user_has_no_tenant` where all memberships are suspended, `login.no_rights_or_no_roles` or
 * `login.unknown_role` where none of them allows the sign-in.
 */
export async function tenantsForSignIn(db: DatabaseHandle, aid: string): Promise<AccountTenant[]> {
  const memberships = await repository.selectTenantsOfAccount(db, aid);
  if (memberships.length === 0) return [];
  const active = memberships.filter((membership) => membership.state === 'active');
  if (active.length === 0) throw new ServiceError('login.user_has_no_tenant');
  const signInTenants = active.filter(
    ({ signing_roles, rights: own, deny }) =>
      ((signing_roles ?? 0) > 0 || own.includes(rights.signIn)) && !deny.includes(rights.signIn),
  );
  if (signInTenants.length === 0) throw new ServiceError(await findSignInErrorCode(db, active));
  return signInTenants.map((row) => ({ tenant: toTenant(row), fid: row.fid }));
}

/** The strictest second-factor policy of the tenants with an active membership of the account. */
export async function findSecondFactorPolicy(db: DatabaseHandle, aid: string): Promise<SecondFactor> {
  const policies = await repository.selectSecondFactors(db, aid);
  if (policies.includes('always')) return 'always';
  return policies.includes('new_devices') ? 'new_devices' : 'none';
}

/** The error of a sign-in without rights. It is different for a person whose only roles are defined by the tenant. */
async function findSignInErrorCode(
  db: DatabaseHandle,
  memberships: readonly { tid: string; fid: string; deny: readonly string[] }[],
): Promise<'login.unknown_role' | 'login.no_rights_or_no_roles'> {
  for (const { tid, fid, deny } of memberships) {
    if (deny.includes(rights.signIn)) continue;
    const assignedRoles = await repository.selectRolesOf(db, { tid, fid });
    if (assignedRoles.length > 0 && !assignedRoles.some((role) => isRole(role.role_id)))
      return 'login.unknown_role';
  }
  return 'login.no_rights_or_no_roles';
}
