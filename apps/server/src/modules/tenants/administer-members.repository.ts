import { rights } from '@sealflow/domain/roles';
import { sql, type Updateable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface AssignedRole {
  roleID: string;
  name: string;
  rights: string[];
}

const assignedRoles = sql<AssignedRole[]>`(
  select coalesce(json_agg(
    json_build_object('roleID', r.role_id, 'name', r.name, 'rights', r.rights) order by r.role_id), '[]')
  from membership_roles h join roles r on r.tid = h.tid and r.role_id = h.role_id
  where h.tid = person.tid and h.fid = person.fid)`;

/** Members with everything that determines their rights, in no order. */
export function selectMembersWithRights(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
) {
  return db
    .selectFrom('memberships as person')
    .leftJoin('organisations as org', (join) =>
      join.onRef('org.tid', '=', 'person.tid').onRef('org.org_id', '=', 'person.org_id'),
    )
    .leftJoin('invitations as invitation', (join) =>
      join.onRef('invitation.tid', '=', 'person.tid').onRef('invitation.fid', '=', 'person.fid'),
    )
    .selectAll('person')
    .select([
      'org.name as org_name',
      assignedRoles.as('roles'),
      'invitation.username as invited_username',
      'invitation.mobile_no as invited_mobile_no',
      'invitation.email as invited_email',
      'invitation.sent_at',
      'invitation.expire_at',
      'invitation.outcome',
    ])
    .where('person.tid', '=', tid)
    .where('person.fid', 'in', fids)
    .execute();
}

/** Locks a membership until the transaction ends. */
export async function lockMembership(
  transaction: DatabaseTransaction,
  { tid, fid }: { tid: string; fid: string },
): Promise<void> {
  await transaction
    .selectFrom('memberships')
    .select('fid')
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .forNoKeyUpdate()
    .execute();
}

export async function updateMember(
  transaction: DatabaseTransaction,
  { tid, fid }: { tid: string; fid: string },
  changes: Updateable<Database['memberships']>,
): Promise<void> {
  await transaction
    .updateTable('memberships')
    .set(changes)
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .execute();
}

export async function replaceRoles(
  transaction: DatabaseTransaction,
  { tid, fid }: { tid: string; fid: string },
  roleIDs: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('membership_roles').where('tid', '=', tid).where('fid', '=', fid).execute();
  if (roleIDs.length === 0) return;
  await transaction
    .insertInto('membership_roles')
    .values(roleIDs.map((role_id) => ({ tid, fid, role_id })))
    .execute();
}

/** How many people of a tenant may sign in and manage it. An account with a scheduled deletion does not count. */
export async function countAdministrators(db: DatabaseHandle, tid: string): Promise<number> {
  const requiredRights = sql<string[]>`array[${rights.signIn}, ${rights.systemManagement}]::text[]`;
  const { rows } = await sql<{ count: number }>`
    with candidates as (
      select h.fid from roles r join membership_roles h on h.tid = r.tid and h.role_id = r.role_id
      where r.tid = ${tid} and ${rights.systemManagement} = any(r.rights)
      union
      select fid from memberships
      where tid = ${tid} and cardinality(rights) > 0 and ${rights.systemManagement} = any(rights))
    select count(*) as count from candidates join memberships m on m.tid = ${tid} and m.fid = candidates.fid
    join accounts a on a.aid = m.aid and a.state = 'active' and a.delete_at is null
    where m.state = 'active' and not (m.deny && ${requiredRights})
      and (m.rights || array(
        select unnest(r.rights) from membership_roles h join roles r on r.tid = h.tid and r.role_id = h.role_id
        where h.tid = m.tid and h.fid = m.fid)) @> ${requiredRights}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Every membership of an account, with the names of the tenants. */
export function selectMembershipsOf(db: DatabaseHandle, aid: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.tid', 'memberships.tid')
    .select(['memberships.tid', 'tenants.name as tenant_name', 'memberships.fid', 'memberships.state'])
    .where('memberships.aid', '=', aid)
    .orderBy('memberships.created_at')
    .orderBy('memberships.tid')
    .execute();
}

/**
 * Whether the tenant manages the account of a person: it created the account, and no membership elsewhere was accepted.
 */
export async function isManaged(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.aid', 'memberships.aid')
    .select('memberships.fid')
    .where('memberships.tid', '=', tid)
    .where('memberships.fid', '=', fid)
    .where('memberships.state', 'in', ['active', 'suspended'])
    .whereRef('accounts.managed_by', '=', 'memberships.tid')
    .executeTakeFirst();
  return row !== undefined;
}
