import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

type TenantRow = Selectable<Database['tenants']>;
type MemberRow = Selectable<Database['memberships']>;

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const tenantColumns = [
  'tenants.tid',
  'tenants.name',
  'tenants.logo',
  'tenants.service_api',
  'tenants.service_version',
  'tenants.licence_key_id',
  'tenants.namespace',
  'tenants.other_clients_allowed',
  'tenants.is_local',
  'tenants.second_factor',
  'tenants.exact_pages',
  'tenants.renditions',
  'tenants.full_text_search',
  'tenants.printing_max_level',
  'tenants.insight_on_people',
  'tenants.message_days',
  'tenants.application_days',
  'tenants.archive_applications',
  'tenants.closed_at',
  'tenants.deleted_at',
  'tenants.created_at',
] as const satisfies readonly `tenants.${keyof TenantRow}`[];
const memberColumns = [
  'tid',
  'fid',
  'aid',
  'name',
  'org_id',
  'state',
  'state_before_close',
  'rights',
  'deny',
  'staff_id',
  'created_at',
] as const satisfies readonly (keyof MemberRow)[];

export async function insertTenant(
  db: DatabaseHandle,
  tenant: Insertable<Database['tenants']>,
): Promise<void> {
  await db.insertInto('tenants').values(tenant).execute();
}

/** A tenant that is not deleted. */
export function selectTenant(db: DatabaseHandle, tid: string): Promise<TenantRow | undefined> {
  return db
    .selectFrom('tenants')
    .select(tenantColumns)
    .where('tid', '=', tid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The remaining row of a deleted tenant. */
export function selectDeletedTenant(
  db: DatabaseHandle,
  tid: string,
): Promise<Pick<TenantRow, 'tid'> | undefined> {
  return db
    .selectFrom('tenants')
    .select('tid')
    .where('tid', '=', tid)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
}

export function selectTenantByLicenceKey(
  db: DatabaseHandle,
  licenceKeyID: string,
): Promise<TenantRow | undefined> {
  return db
    .selectFrom('tenants')
    .select(tenantColumns)
    .where('licence_key_id', '=', licenceKeyID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** At most two tenants that are not deleted: enough to decide whether there is exactly one. */
export function selectTwoTenants(db: DatabaseHandle): Promise<TenantRow[]> {
  return db.selectFrom('tenants').select(tenantColumns).where('deleted_at', 'is', null).limit(2).execute();
}

/** Every tenant, also deleted ones: each has its audit chain. */
export function selectTenants(db: DatabaseHandle): Promise<TenantRow[]> {
  return db.selectFrom('tenants').select(tenantColumns).orderBy('created_at').orderBy('tid').execute();
}

export async function insertOrganisation(
  db: DatabaseHandle,
  organisation: Insertable<Database['organisations']>,
): Promise<void> {
  await db.insertInto('organisations').values(organisation).execute();
}

export async function insertRoles(db: DatabaseHandle, roles: Insertable<Database['roles']>[]): Promise<void> {
  await db.insertInto('roles').values(roles).execute();
}

export async function insertMember(
  db: DatabaseHandle,
  member: Insertable<Database['memberships']>,
  roleIDs: readonly string[],
): Promise<void> {
  await db.insertInto('memberships').values(member).execute();
  if (roleIDs.length === 0) return;
  const { tid, fid } = member;
  await db
    .insertInto('membership_roles')
    .values(roleIDs.map((roleID) => ({ tid, fid, role_id: roleID })))
    .execute();
}

export function selectMember(
  db: DatabaseHandle,
  where: { tid: string } & ({ fid: string } | { aid: string }),
): Promise<MemberRow | undefined> {
  const query = db.selectFrom('memberships').select(memberColumns).where('tid', '=', where.tid);
  return (
    'fid' in where ? query.where('fid', '=', where.fid) : query.where('aid', '=', where.aid)
  ).executeTakeFirst();
}

export function selectMembers(
  db: DatabaseHandle,
  tid: string,
  fids: readonly string[],
): Promise<MemberRow[]> {
  if (fids.length === 0) return Promise.resolve([]);
  const query = db.selectFrom('memberships').select(memberColumns).where('tid', '=', tid);
  const [fid] = fids;
  // For an array PostgreSQL makes a plan for each call, and most calls are about one person.
  const members =
    fids.length === 1 && fid !== undefined
      ? query.where('fid', '=', fid)
      : query.where('fid', '=', sql<string>`any(${fids}::text[])`);
  return members.orderBy('fid').execute();
}

export function selectRolesOf(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<Pick<Selectable<Database['roles']>, 'role_id' | 'name' | 'rights'>[]> {
  return db
    .selectFrom('membership_roles as held')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tid', '=', 'held.tid').onRef('roles.role_id', '=', 'held.role_id'),
    )
    .select(['roles.role_id', 'roles.name', 'roles.rights'])
    .where('held.tid', '=', tid)
    .where('held.fid', '=', fid)
    .orderBy('roles.role_id')
    .execute();
}

/** The tenants of an account with its membership and rights in each, in the order of joining. */
export async function selectTenantsOfAccount(db: DatabaseHandle, aid: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.tid', 'memberships.tid')
    .select(tenantColumns)
    .select(['memberships.fid', 'memberships.state', 'memberships.rights', 'memberships.deny'])
    .select((query) =>
      query
        .selectFrom('membership_roles as held')
        .innerJoin('roles', (join) =>
          join.onRef('roles.tid', '=', 'held.tid').onRef('roles.role_id', '=', 'held.role_id'),
        )
        .whereRef('held.tid', '=', 'memberships.tid')
        .whereRef('held.fid', '=', 'memberships.fid')
        .where((where) => where('roles.rights', '@>', where.val([signInRight])))
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('signing_roles'),
    )
    .where('aid', '=', aid)
    .where('state', 'in', ['active', 'suspended'])
    .orderBy('memberships.created_at')
    .orderBy('tenants.tid')
    .execute();
}

/**
 * The second-factor policies of the tenants with an active membership of the account, whether it may sign in there or
 * not.
 */
export async function selectSecondFactors(
  db: DatabaseHandle,
  aid: string,
): Promise<TenantRow['second_factor'][]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.tid', 'memberships.tid')
    .select('tenants.second_factor')
    .distinct()
    .where('memberships.aid', '=', aid)
    .where('memberships.state', '=', 'active')
    .execute();
  return rows.map((row) => row.second_factor);
}

const signInRight = 'app_login';
