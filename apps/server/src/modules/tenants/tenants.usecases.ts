import { randomBytes } from 'node:crypto';
import { baseRoleOf, isRole, type RoleID, rights } from '@sealflow/domain/roles';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { inTransaction } from '../../infra/database/index.ts';
import type { MembershipState, SecondFactor } from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import * as repository from './tenants.repository.ts';

export interface Tenant {
  tid: string;
  name: string;
  logo: string | null;
  serviceAPI: string | null;
  serviceVersion: string;
  /** The licence key's id: what a document's header gives as `key`. */
  licenceKeyID: string;
  /** Of the policy attributes; null for `{tid}.<service host name>`. */
  namespace: string | null;
  otherClientsAllowed: boolean;
  isClosed: boolean;
}

export interface TenantMember {
  tid: string;
  fid: string;
  /** Null for an invitation that nobody has accepted. */
  aid: string | null;
  name: string;
  orgID: string | null;
  state: MembershipState;
}

/** A person who has the rights of a member. */
export type ActiveMember = TenantMember & { aid: string };

export const isActiveMember = (member: TenantMember): member is ActiveMember =>
  member.state === 'active' && member.aid !== null;

export interface NewTenant {
  tid?: string;
  name: string;
  logo?: string | null;
  serviceAPI?: string | null;
  serviceVersion: string;
  namespace?: string | null;
  otherClientsAllowed?: boolean;
  /** Whether this service holds its data as long as it has no server of its own. */
  isLocal?: boolean;
  /** When its people show both a password and a code to sign in; `none` where it is left out. */
  secondFactor?: SecondFactor;
}

export interface NewMember {
  tid: string;
  fid?: string;
  /** Null for an invitation. */
  aid: string | null;
  name: string;
  orgID?: string | null;
  roles: readonly string[];
  /** Beside those of the roles. */
  rights?: readonly string[];
  deny?: readonly string[];
  state?: Exclude<MembershipState, 'ended'>;
}

/** What each built-in role may; a tenant's administrators may change theirs. */
const builtInRoles: Record<RoleID, { name: string; rights: string[] }> = {
  administrators: {
    name: '管理员',
    rights: [rights.signIn, rights.systemManagement, rights.organisationManagement],
  },
  users: { name: '用户', rights: [rights.signIn] },
  others: { name: '其他', rights: [] },
};

/** Makes a tenant with its built-in roles and the id of its licence key, which stays for the tenant's life. */
export async function createTenant(db: DatabaseHandle, tenant: NewTenant): Promise<Tenant> {
  const tid = tenant.tid ?? randomID('t');
  await inTransaction(db, async (transaction) => {
    await repository.insertTenant(transaction, {
      tid,
      name: tenant.name,
      logo: tenant.logo ?? null,
      service_api: tenant.serviceAPI ?? null,
      service_version: tenant.serviceVersion,
      licence_key_id: randomID('k'),
      namespace: tenant.namespace ?? null,
      other_clients_allowed: tenant.otherClientsAllowed ?? false,
      is_local: tenant.isLocal ?? true,
      second_factor: tenant.secondFactor ?? 'none',
    });
    await repository.insertRoles(
      transaction,
      Object.entries(builtInRoles).map(([role_id, role]) => ({
        tid,
        role_id,
        name: role.name,
        rights: role.rights,
      })),
    );
  });
  return requireTenant(db, tid);
}

export async function createOrganisation(
  db: DatabaseHandle,
  organisation: { tid: string; orgID: string; name: string },
): Promise<void> {
  const { tid, orgID, name } = organisation;
  await repository.insertOrganisation(db, { tid, org_id: orgID, name });
}

/** Makes an account a person of a tenant. */
export async function addMember(db: DatabaseHandle, member: NewMember): Promise<{ fid: string }> {
  const fid = member.fid ?? randomID('u');
  const row = {
    tid: member.tid,
    fid,
    aid: member.aid,
    name: member.name,
    org_id: member.orgID ?? null,
    state: member.state ?? ('active' as const),
    rights: [...(member.rights ?? [])],
    deny: [...(member.deny ?? [])],
  };
  await inTransaction(db, (transaction) => repository.insertMember(transaction, row, member.roles));
  return { fid };
}

/** A tenant that is not deleted. */
export async function findTenant(db: DatabaseHandle, tid: string): Promise<Tenant | undefined> {
  const row = await repository.selectTenant(db, tid);
  return row && tenantOf(row);
}

/** Whether a tenant is deleted: its id stays taken, and its chain of records is still read. */
export async function isDeletedTenant(db: DatabaseHandle, tid: string): Promise<boolean> {
  return (await repository.selectDeletedTenant(db, tid)) !== undefined;
}

/** The tenant whose licence key has an id, which is unique across tenants. */
export async function findTenantByLicenceKey(
  db: DatabaseHandle,
  licenceKeyID: string,
): Promise<Tenant | undefined> {
  const row = await repository.selectTenantByLicenceKey(db, licenceKeyID);
  return row && tenantOf(row);
}

/** The tenant of a host that has exactly one; undefined where it has several, or none. */
export async function findOnlyTenant(db: DatabaseHandle): Promise<Tenant | undefined> {
  const [row, ...more] = await repository.selectTwoTenants(db);
  return row && more.length === 0 ? tenantOf(row) : undefined;
}

/** @throws ServiceError `login.tenant_access_denied` where there is no such tenant. */
export async function requireTenant(db: DatabaseHandle, tid: string): Promise<Tenant> {
  const tenant = await findTenant(db, tid);
  if (!tenant) throw new ServiceError('login.tenant_access_denied');
  return tenant;
}

/** Every tenant, also those that are deleted. */
export async function listTenants(db: DatabaseHandle): Promise<Tenant[]> {
  const rows = await repository.selectTenants(db);
  return rows.map(tenantOf);
}

/** A person of a tenant, by the id there or by the account; whatever the state. */
export async function findMember(
  db: DatabaseHandle,
  where: { tid: string } & ({ fid: string } | { aid: string }),
): Promise<TenantMember | undefined> {
  const row = await repository.selectMember(db, where);
  return row && memberOf(row);
}

/** The people of a tenant among these ids. */
export async function listMembers(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<TenantMember[]> {
  const rows = await repository.selectMembers(db, tid, fids);
  return rows.map(memberOf);
}

/** A role of a person, as a client gets it. */
interface ShownRole {
  /** Of the role configuration. */
  roleID: RoleID;
  name: string;
  /** Of a role that the tenant defined itself. */
  ownRoleID?: string;
}

/** The roles of a person. A tenant's own role has the tabs of a role that every client knows, and its own name. */
export async function rolesOf(
  db: DatabaseHandle,
  person: { tid: string; fid: string },
): Promise<ShownRole[]> {
  const rows = await repository.selectRolesOf(db, person);
  return rows.map(({ role_id, name, rights: held }) =>
    isRole(role_id) ? { roleID: role_id, name } : { roleID: baseRoleOf(held), name, ownRoleID: role_id },
  );
}

/** A tenant that an account signs in to, and who it is there. */
export interface AccountTenant {
  tenant: Tenant;
  fid: string;
}

/**
 * The tenants that an account signs in to.
 * @throws ServiceError `login.user_has_no_tenant` while its only memberships are suspended,
 * `login.no_rights_or_no_roles` where none of them lets it in.
 */
export async function tenantsForSignIn(db: DatabaseHandle, aid: string): Promise<AccountTenant[]> {
  const memberships = await repository.selectTenantsOfAccount(db, aid);
  if (memberships.length === 0) return [];
  const active = memberships.filter((membership) => membership.state === 'active');
  if (active.length === 0) throw new ServiceError('login.user_has_no_tenant');
  const open = active.filter(
    ({ signing_roles, rights: own, deny }) =>
      ((signing_roles ?? 0) > 0 || own.includes(rights.signIn)) && !deny.includes(rights.signIn),
  );
  if (open.length === 0) throw new ServiceError(await whyNoSignIn(db, active));
  return open.map((row) => ({ tenant: tenantOf(row), fid: row.fid }));
}

/** What the strictest of the tenants asks for that the account is an active person of. */
export async function secondFactorFor(db: DatabaseHandle, aid: string): Promise<SecondFactor> {
  const asked = await repository.selectSecondFactors(db, aid);
  if (asked.includes('always')) return 'always';
  return asked.includes('new_devices') ? 'new_devices' : 'none';
}

/** A person whose only roles are the tenant's own, none of which allows the sign-in, has another problem than no role. */
async function whyNoSignIn(
  db: DatabaseHandle,
  memberships: readonly { tid: string; fid: string; deny: readonly string[] }[],
): Promise<'login.unknown_role' | 'login.no_rights_or_no_roles'> {
  for (const { tid, fid, deny } of memberships) {
    if (deny.includes(rights.signIn)) continue;
    const held = await repository.selectRolesOf(db, { tid, fid });
    if (held.length > 0 && !held.some((role) => isRole(role.role_id))) return 'login.unknown_role';
  }
  return 'login.no_rights_or_no_roles';
}

/** Letters and digits: in a licence key's id a dot would end it, in a host name nothing else could stand. */
export function randomID(prefix: string): string {
  return prefix + randomBytes(10).toString('hex');
}

function tenantOf(row: NonNullable<Awaited<ReturnType<typeof repository.selectTenant>>>): Tenant {
  return {
    tid: row.tid,
    name: row.name,
    logo: row.logo,
    serviceAPI: row.service_api,
    serviceVersion: row.service_version,
    licenceKeyID: row.licence_key_id,
    namespace: row.namespace,
    otherClientsAllowed: row.other_clients_allowed,
    isClosed: row.closed_at !== null,
  };
}

function memberOf(row: NonNullable<Awaited<ReturnType<typeof repository.selectMember>>>): TenantMember {
  const { tid, fid, aid, name, org_id, state } = row;
  return { tid, fid, aid, name, orgID: org_id, state };
}
