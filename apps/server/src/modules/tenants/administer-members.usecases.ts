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
import { type Authority, assertAuthority, effectiveRights } from './authority.usecases.ts';
import { endManagement } from './invitations.repository.ts';
import {
  countLimits,
  countMembers,
  type MemberFilter,
  type MemberSort,
  selectMemberIDs,
} from './member-list.repository.ts';
import { requireOrganisation } from './organisations.usecases.ts';
import { requireRoles } from './roles.usecases.ts';
import { lockTenantRow } from './tenant-settings.repository.ts';
import { lockTenant } from './tenant-settings.usecases.ts';
import { addMember } from './tenants.usecases.ts';

export type { MemberFilter, MemberSort } from './member-list.repository.ts';

/** A person of a tenant with everything that determines their rights. */
export interface AdministeredMember {
  tid: string;
  fid: string;
  /** Null for an invitation that was not accepted. */
  aid: string | null;
  name: string;
  state: MembershipState;
  organisation: { orgID: string; name: string } | null;
  roles: repository.AssignedRole[];
  /** Rights in addition to those of the roles. */
  rights: string[];
  deny: string[];
  /** The result of roles, rights and deny. */
  effectiveRights: string[];
  createAt: number;
  /** The invitation of the person; null where the person was added without one. */
  invitation: {
    username: string | null;
    mobileNo: string | null;
    email: string | null;
    sentAt: number;
    expireAt: number;
    outcome: 'accepted' | 'declined' | 'withdrawn' | null;
  } | null;
}

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
 * One page of members.
 * @returns with a keyword, `total` is at most 10,000.
 */
export async function listAdministeredMembers(
  db: DatabaseHandle,
  {
    skip,
    limit,
    sort = 'name',
    ...filter
  }: MemberFilter & { skip: number; limit: number; sort?: MemberSort },
): Promise<{ total: number; data: AdministeredMember[] }> {
  const total = await countMembers(db, filter);
  if (limit === 0 || total <= skip) return { total, data: [] };
  const isRare = total < countLimits.matches;
  const page = toPage({ skip, limit, sort }, filter.keyword ? undefined : total);
  const found = await selectMemberIDs(db, filter, { ...page, isRare });
  const fids = page.isReversed ? found.toReversed() : found;
  const members = await findAdministeredMembers(db, { tid: filter.tid, fids });
  return { total, data: fids.flatMap((fid) => members.get(fid) ?? []) };
}

/** A page of the second half is read from the end, so that fewer entries of the index are skipped. */
function toPage(
  { skip, limit, sort }: { skip: number; limit: number; sort: MemberSort },
  total: number | undefined,
): { skip: number; limit: number; sort: MemberSort; isReversed: boolean } {
  if (total === undefined || skip <= total / 2) return { skip, limit, sort, isReversed: false };
  const reverse = (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as MemberSort;
  const after = total - skip - limit;
  return { skip: Math.max(after, 0), limit: Math.min(limit, total - skip), sort: reverse, isReversed: true };
}

/** The members with these ids, by id. Unknown ids are missing. */
async function findAdministeredMembers(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<ReadonlyMap<string, AdministeredMember>> {
  const rows = fids.length === 0 ? [] : await repository.selectMembersWithRights(db, { tid, fids });
  return new Map(rows.map((row) => [row.fid, toAdministeredMember(row)]));
}

/** @throws ServiceError `login.user_not_found`. */
export async function requireAdministeredMember(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<AdministeredMember> {
  const member = (await findAdministeredMembers(db, { tid, fids: [fid] })).get(fid);
  if (!member) throw new ServiceError('login.user_not_found');
  return member;
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
  if (orgID !== null) await requireOrganisation(transaction, { tid, orgID });
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
  if (orgID != null) await requireOrganisation(transaction, { tid, orgID });
  const roleIDs = roles && [...new Set(roles)];
  if (roleIDs) await requireRoles(transaction, { tid, roleIDs });
  const administrators = await repository.countAdministrators(transaction, tid);
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

/** @throws ServiceError `admin.last_administrator` where a change removed the last administrator of the tenant. */
async function assertAdministratorRemains(
  transaction: DatabaseTransaction,
  { tid, before }: { tid: string; before: number },
): Promise<void> {
  if (before === 0 || (await repository.countAdministrators(transaction, tid)) > 0) return;
  throw new ServiceError('admin.last_administrator');
}

/** All memberships of an account, also former ones, with the names of the tenants. */
export async function listMemberships(db: DatabaseHandle, aid: string) {
  const rows = await repository.selectMembershipsOf(db, aid);
  return rows.map(({ tid, tenant_name, fid, state }) => ({ tid, tenantName: tenant_name, fid, state }));
}

async function lockOpenTenant(transaction: DatabaseTransaction, tid: string): Promise<void> {
  const { isClosed } = await lockTenant(transaction, tid);
  if (isClosed) throw new ServiceError('admin.tenant_closed');
}

function toAdministeredMember(
  row: Awaited<ReturnType<typeof repository.selectMembersWithRights>>[number],
): AdministeredMember {
  const { tid, fid, aid, name, state, org_id, org_name, roles, rights, deny, created_at } = row;
  const { sent_at, expire_at } = row;
  return {
    tid,
    fid,
    aid,
    name,
    state,
    organisation: org_id === null ? null : { orgID: org_id, name: org_name ?? '' },
    roles,
    rights,
    deny,
    effectiveRights: effectiveRights([...roles, { rights, deny }]),
    createAt: created_at.getTime(),
    invitation:
      sent_at === null || expire_at === null
        ? null
        : {
            username: row.invited_username,
            mobileNo: row.invited_mobile_no,
            email: row.invited_email,
            sentAt: sent_at.getTime(),
            expireAt: expire_at.getTime(),
            outcome: row.outcome,
          },
  };
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
    const isAdministrator =
      effectiveRights.includes(rights.signIn) && effectiveRights.includes(rights.systemManagement);
    if (isAdministrator && (await countAdministrators(transaction, tid)) === 1) soleTids.push(tid);
  }
  return soleTids;
}
