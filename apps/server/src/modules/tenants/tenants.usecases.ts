import { randomBytes } from 'node:crypto';
import { baseRoleOf, isRole, type RoleID, rights } from '@sealflow/domain/roles';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { inTransaction } from '../../infra/database/index.ts';
import type {
  ExactPagesMode,
  MembershipState,
  SecondFactor,
} from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import * as repository from './tenants.repository.ts';

export interface Tenant {
  tid: string;
  name: string;
  logo: string | null;
  serviceAPI: string | null;
  serviceVersion: string;
  /** Id of the licence key, which the header of a document contains as `key`. */
  licenceKeyID: string;
  /** Namespace of the policy attributes; null for `{tid}.<service host name>`. */
  namespace: string | null;
  otherClientsAllowed: boolean;
  exactPages: ExactPagesMode;
  /** Whether the service converts documents to PDF. */
  renditions: boolean;
  /** Whether the app indexes the text of documents on the device. */
  fullTextSearch: boolean;
  /** Whether administrators see the waiting time of each person. */
  insightOnPeople: boolean;
  isClosed: boolean;
}

export interface TenantMember {
  tid: string;
  fid: string;
  /** Null for an invitation that was not accepted. */
  aid: string | null;
  name: string;
  orgID: string | null;
  state: MembershipState;
}

/** An active member with an account. */
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
  /** Whether this service stores the data of the tenant while it has no server of its own. */
  isLocal?: boolean;
  /** When the sign-in of its people requires both a password and a code; default `none`. */
  secondFactor?: SecondFactor;
  /** Whether the app draws exact pages; default `ask`. */
  exactPages?: ExactPagesMode;
  /** Whether the service converts documents to PDF; default false. */
  renditions?: boolean;
  /** Whether the app indexes the text of documents on the device; default true. */
  fullTextSearch?: boolean;
  /** The highest level of a classification whose documents may be printed; default null, no printing. */
  printingMaxLevel?: number | null;
  /** Whether administrators see the waiting time of each person; default false. */
  insightOnPeople?: boolean;
  messageDays?: number | null;
  applicationDays?: number | null;
  archiveApplications?: boolean;
}

export interface NewMember {
  tid: string;
  fid?: string;
  /** Null for an invitation. */
  aid: string | null;
  name: string;
  orgID?: string | null;
  roles: readonly string[];
  /** Rights in addition to those of the roles. */
  rights?: readonly string[];
  deny?: readonly string[];
  state?: Exclude<MembershipState, 'ended'>;
}

/** Initial names and rights of the built-in roles, which the administrators of a tenant may change. */
const builtInRoles: Record<RoleID, { name: string; rights: string[] }> = {
  administrators: {
    name: '管理员',
    rights: [rights.signIn, rights.systemManagement, rights.organisationManagement],
  },
  users: { name: '用户', rights: [rights.signIn] },
  others: { name: '其他', rights: [] },
};

/** Creates a tenant with its built-in roles and the id of its licence key, which never changes. */
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
      exact_pages: tenant.exactPages ?? 'ask',
      renditions: tenant.renditions ?? false,
      full_text_search: tenant.fullTextSearch ?? true,
      printing_max_level: tenant.printingMaxLevel ?? null,
      insight_on_people: tenant.insightOnPeople ?? false,
      message_days: tenant.messageDays ?? null,
      application_days: tenant.applicationDays ?? null,
      archive_applications: tenant.archiveApplications ?? false,
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

/** Creates a membership of a tenant. @returns its id. */
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
  return row && toTenant(row);
}

/** Whether a tenant is deleted. Its id stays reserved, and its audit chain stays readable. */
export async function isDeletedTenant(db: DatabaseHandle, tid: string): Promise<boolean> {
  return (await repository.selectDeletedTenant(db, tid)) !== undefined;
}

/** The tenant with a licence key. Ids of licence keys are unique across tenants. */
export async function findTenantByLicenceKey(
  db: DatabaseHandle,
  licenceKeyID: string,
): Promise<Tenant | undefined> {
  const row = await repository.selectTenantByLicenceKey(db, licenceKeyID);
  return row && toTenant(row);
}

/** The only tenant of this service; undefined where there are several or none. */
export async function findOnlyTenant(db: DatabaseHandle): Promise<Tenant | undefined> {
  const [row, ...others] = await repository.selectTwoTenants(db);
  return row && others.length === 0 ? toTenant(row) : undefined;
}

/** @throws ServiceError `login.tenant_access_denied` where the tenant does not exist. */
export async function requireTenant(db: DatabaseHandle, tid: string): Promise<Tenant> {
  const tenant = await findTenant(db, tid);
  if (!tenant) throw new ServiceError('login.tenant_access_denied');
  return tenant;
}

/** Every tenant, also deleted ones. */
export async function listTenants(db: DatabaseHandle): Promise<Tenant[]> {
  const rows = await repository.selectTenants(db);
  return rows.map(toTenant);
}

/** A membership in any state, by its id or by the account. */
export async function findMember(
  db: DatabaseHandle,
  where: { tid: string } & ({ fid: string } | { aid: string }),
): Promise<TenantMember | undefined> {
  const row = await repository.selectMember(db, where);
  return row && toTenantMember(row);
}

/** The memberships of a tenant with these ids, in any state. */
export async function listMembers(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<TenantMember[]> {
  const rows = await repository.selectMembers(db, tid, fids);
  return rows.map(toTenantMember);
}

/** A role of a person in the form of the API. */
interface MemberRole {
  /** Id of a built-in role, which every client knows. */
  roleID: RoleID;
  name: string;
  /** Id of a role that the tenant defined. */
  ownRoleID?: string;
}

/**
 * The roles of a person. A role that the tenant defined has the id of the built-in role whose tabs clients show, and
 * its own name.
 */
export async function rolesOf(
  db: DatabaseHandle,
  person: { tid: string; fid: string },
): Promise<MemberRole[]> {
  const rows = await repository.selectRolesOf(db, person);
  return rows.map(({ role_id, name, rights: assignedRoles }) =>
    isRole(role_id)
      ? { roleID: role_id, name }
      : { roleID: baseRoleOf(assignedRoles), name, ownRoleID: role_id },
  );
}

/**
 * A random id of lower-case letters and digits: a dot would end the id of a licence key, and a host name allows no
 * other characters.
 */
export function randomID(prefix: string): string {
  return prefix + randomBytes(10).toString('hex');
}

/** Converts a row of a tenant. */
export function toTenant(row: NonNullable<Awaited<ReturnType<typeof repository.selectTenant>>>): Tenant {
  return {
    tid: row.tid,
    name: row.name,
    logo: row.logo,
    serviceAPI: row.service_api,
    serviceVersion: row.service_version,
    licenceKeyID: row.licence_key_id,
    namespace: row.namespace,
    otherClientsAllowed: row.other_clients_allowed,
    exactPages: row.exact_pages,
    renditions: row.renditions,
    fullTextSearch: row.full_text_search,
    insightOnPeople: row.insight_on_people,
    isClosed: row.closed_at !== null,
  };
}

function toTenantMember(row: NonNullable<Awaited<ReturnType<typeof repository.selectMember>>>): TenantMember {
  const { tid, fid, aid, name, org_id, state } = row;
  return { tid, fid, aid, name, orgID: org_id, state };
}
