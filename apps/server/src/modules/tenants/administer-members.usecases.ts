import { rights } from '@sealflow/domain/roles';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  violatedUniqueIndex,
} from '../../infra/database/index.ts';
import type { MembershipState } from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import * as repository from './administer-members.repository.ts';
import { countAdministrators } from './administer-members.repository.ts';
import { type AdministeredMember, requireAdministeredMember } from './administered-members.usecases.ts';
import { type Authority, assertAuthority, effectiveRights } from './authority.usecases.ts';
import { endManagement } from './invitations.repository.ts';
import { assertOrganisation } from './organisations.usecases.ts';
import { requireRoles } from './roles.usecases.ts';
import { lockTenantRow } from './tenant-settings.repository.ts';
import { lockTenant } from './tenant-settings.usecases.ts';
import { addMember } from './tenants.usecases.ts';

export interface MemberForm {
  tid: string;
  /** Null for an invitation. */
  aid: string | null;
  fid?: string | undefined;
  name: string;
  orgID: string | null;
  roles: readonly string[];
  rights: readonly string[];
  deny: readonly string[];
  state: 'invited' | 'active';
}

/** Changes of a person of a tenant. Omitted fields stay. */
export interface MemberChange {
  name?: string | undefined;
  orgID?: string | null | undefined;
  roles?: readonly string[] | undefined;
  rights?: readonly string[] | undefined;
  deny?: readonly string[] | undefined;
  state?: Exclude<MembershipState, 'invited'> | undefined;
}

/**
 * Asserts that the tenant manages the account: it created the account, and the person accepted no membership elsewhere.
 * @throws ServiceError `admin.account_of_another_tenant`.
 */
export async function assertManagedAccount(
  db: DatabaseHandle,
  who: { tid: string; fid: string },
): Promise<void> {
  if (!(await repository.isManaged(db, who))) throw new ServiceError('admin.account_of_another_tenant');
}

/**
 * Makes an account a person of a tenant. A membership that is active at once ends the management by another tenant.
 * @throws ServiceError `admin.member_exists`, `admin.fid_taken`, `admin.organisation_not_found`,
 * `admin.role_not_found`, `admin.beyond_own_rights`, `admin.tenant_closed`.
 */
export async function admitMember(
  transaction: DatabaseTransaction,
  authority: Authority,
  { fid: requestedFid, ...person }: MemberForm,
): Promise<{ fid: string }> {
  const { tid, aid, orgID, state } = person;
  await lockOpenTenant(transaction, tid);
  if (orgID !== null) await assertOrganisation(transaction, { tid, orgID });
  const roleIDs = [...new Set(person.roles)];
  const roles = await requireRoles(transaction, { tid, roleIDs });
  assertAuthority(authority, effectiveRights([...roles, person]));
  const added = await addMember(transaction, {
    ...person,
    roles: roleIDs,
    ...(requestedFid === undefined ? {} : { fid: requestedFid }),
  }).catch((error: unknown) => {
    const violatedIndex = violatedUniqueIndex(error);
    if (violatedIndex === undefined) throw error;
    throw new ServiceError(violatedIndex === 'memberships_pkey' ? 'admin.fid_taken' : 'admin.member_exists');
  });
  if (aid !== null && state === 'active') await endManagement(transaction, { aid, exceptBy: tid });
  return added;
}

/**
 * Changes a person of a tenant. A membership that becomes active ends the management by another tenant.
 * @returns the person before and after.
 * @throws ServiceError as {@link admitMember}, and `login.user_not_found`, `admin.last_administrator`.
 */
export async function changeMember(
  transaction: DatabaseTransaction,
  authority: Authority,
  { tid, fid, change }: { tid: string; fid: string; change: MemberChange },
): Promise<{ before: AdministeredMember; after: AdministeredMember }> {
  const { orgID, roles, rights, deny, state } = change;
  await lockOpenTenant(transaction, tid);
  const before = await requireAdministeredMember(transaction, { tid, fid });
  if (orgID != null) await assertOrganisation(transaction, { tid, orgID });
  const roleIDs = roles && [...new Set(roles)];
  if (roleIDs) await requireRoles(transaction, { tid, roleIDs });
  // Counting reads all administrators, so it is limited to changes of one of them.
  const administrators = canAdminister(before) ? await countAdministrators(transaction, tid) : 0;
  const columns = {
    name: change.name,
    org_id: orgID,
    state,
    rights: rights && [...rights],
    deny: deny && [...deny],
  };
  const changedColumns = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(changedColumns).length > 0)
    await repository.updateMember(transaction, { tid, fid }, changedColumns);
  if (roleIDs) await repository.replaceRoles(transaction, { tid, fid }, roleIDs);
  const after = await requireAdministeredMember(transaction, { tid, fid });
  // The rights before the change count as well: an actor must not reduce the rights of a more privileged person.
  if (roles || rights || deny || state) {
    assertAuthority(authority, [...before.effectiveRights, ...after.effectiveRights]);
  }
  await assertAdministratorRemains(transaction, { tid, before: administrators });
  if (after.aid !== null && before.state !== 'active' && after.state === 'active')
    await endManagement(transaction, { aid: after.aid, exceptBy: tid });
  return { before, after };
}

const canAdminister = ({
  state,
  effectiveRights: own,
}: Pick<AdministeredMember, 'state' | 'effectiveRights'>) =>
  state === 'active' && own.includes(rights.signIn) && own.includes(rights.systemManagement);

/** @throws ServiceError `admin.last_administrator` where a change removed the last administrator of the tenant. */
async function assertAdministratorRemains(
  transaction: DatabaseTransaction,
  { tid, before }: { tid: string; before: number },
): Promise<void> {
  if (before === 0 || (await countAdministrators(transaction, tid)) > 0) return;
  throw new ServiceError('admin.last_administrator');
}

/** All memberships of an account, also former ones, with the names of the tenants. */
export async function listMemberships(db: DatabaseHandle, aid: string) {
  const rows = await repository.selectMembershipsOf(db, aid);
  return rows.map(({ tid, tenant_name, fid, state }) => ({ tid, tenantName: tenant_name, fid, state }));
}

/**
 * Locks a member for a change. The tenant is locked first, as every change of a member does.
 * @throws ServiceError `login.tenant_access_denied` where the tenant does not exist or is deleted.
 */
export async function lockMember(
  transaction: DatabaseTransaction,
  key: { tid: string; fid: string },
): Promise<void> {
  await lockTenant(transaction, key.tid);
  await repository.lockMembership(transaction, key);
}

async function lockOpenTenant(transaction: DatabaseTransaction, tid: string): Promise<void> {
  const { isClosed } = await lockTenant(transaction, tid);
  if (isClosed) throw new ServiceError('admin.tenant_closed');
}

/**
 * The tenants whose only administrator is this account. The tenants of the account are locked until the transaction
 * ends, ordered by id: two administrators who leave concurrently are counted one after the other.
 */
export async function listTenantsAdministeredAlone(
  transaction: DatabaseTransaction,
  aid: string,
): Promise<string[]> {
  const tids = (await listMemberships(transaction, aid)).map(({ tid }) => tid);
  for (const tid of [...new Set(tids)].toSorted()) await lockTenantRow(transaction, tid);
  const soleTids: string[] = [];
  // Read again under the locks: another transaction may have changed the memberships.
  for (const { tid, fid, state } of await listMemberships(transaction, aid)) {
    if (state !== 'active') continue;
    const { effectiveRights } = await requireAdministeredMember(transaction, { tid, fid });
    if (canAdminister({ state, effectiveRights }) && (await countAdministrators(transaction, tid)) === 1)
      soleTids.push(tid);
  }
  return soleTids;
}
