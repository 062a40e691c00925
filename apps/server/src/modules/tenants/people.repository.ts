import { rights } from '@sealflow/domain/roles';
import { type SqlBool, sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';
import type { MembershipState } from '../../infra/database/tables/tenants.table.ts';

/** A membership by its tenant and id. */
export interface PersonKey {
  readonly tid: string;
  readonly fid: string;
}

export interface PeopleFilter {
  readonly tid?: string;
  readonly aids?: readonly string[];
  readonly fids?: readonly string[] | undefined;
  /** Substring of the name. */
  readonly keyword?: string | undefined;
  readonly roleID?: string | undefined;
  /** A department: its members and those of the departments below it. */
  readonly orgID?: string | undefined;
  /** A person who is left out. */
  readonly exceptFid?: string | undefined;
}

/** Active members with an active account and the right to sign in, by a role or directly, that is not denied. */
function activePeopleQuery(db: DatabaseHandle, filter: PeopleFilter) {
  const { tid, aids, fids, keyword, roleID, orgID, exceptFid } = filter;
  let query = db
    .selectFrom('memberships as members')
    .innerJoin('accounts', 'accounts.aid', 'members.aid')
    .where('members.state', '=', 'active')
    .where('accounts.state', '=', 'active')
    .where(
      sql<SqlBool>`not ${rights.signIn} = any(members.deny) and (${rights.signIn} = any(members.rights) or exists (
        select 1 from membership_roles held join roles using (tid, role_id)
        where held.tid = members.tid and held.fid = members.fid and ${rights.signIn} = any(roles.rights)))`,
    );
  if (tid !== undefined) query = query.where('members.tid', '=', tid);
  if (aids) query = query.where(sql<SqlBool>`members.aid = any(${aids}::text[])`);
  if (fids) query = query.where('members.fid', 'in', fids);
  if (keyword) query = query.where('members.name', 'ilike', likePattern(keyword));
  if (roleID !== undefined) {
    query = query.where(
      sql<SqlBool>`exists (select 1 from membership_roles held
        where held.tid = members.tid and held.fid = members.fid and held.role_id = ${roleID})`,
    );
  }
  if (orgID !== undefined) {
    query = query.where(
      sql<SqlBool>`exists (select 1 from organisations own, organisations named
        where own.tid = members.tid and own.org_id = members.org_id
          and named.tid = members.tid and named.org_id = ${orgID}
          and (own.org_id = named.org_id or starts_with(own.name, named.name || '/')))`,
    );
  }
  if (exceptFid !== undefined) query = query.where('members.fid', '<>', exceptFid);
  return query;
}

/** The states of memberships and of their accounts; an invited membership may have no account. */
export async function selectStates(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
) {
  if (fids.length === 0) return [];
  return db
    .selectFrom('memberships as members')
    .leftJoin('accounts', 'accounts.aid', 'members.aid')
    .select(['members.fid', 'members.state', 'accounts.state as account_state'])
    .where('members.tid', '=', tid)
    .where('members.fid', 'in', fids)
    .execute();
}

export async function selectActiveFids(
  db: DatabaseHandle,
  filter: PeopleFilter & { tid: string; fids: readonly string[] },
): Promise<string[]> {
  if (filter.fids.length === 0) return [];
  const rows = await activePeopleQuery(db, filter).select('members.fid').execute();
  return rows.map(({ fid }) => fid);
}

/** The memberships of these accounts in the tenants that they may sign in to. */
export function selectSignInMemberships(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<{ aid: string; tid: string; fid: string }[]> {
  return activePeopleQuery(db, { aids }).select(['accounts.aid', 'members.tid', 'members.fid']).execute();
}

export async function selectPeoplePage(
  db: DatabaseHandle,
  filter: PeopleFilter,
  { skip, limit }: { skip: number; limit: number },
) {
  const { total } = await activePeopleQuery(db, filter)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const rows = await activePeopleQuery(db, filter)
    .leftJoin('organisations as orgs', (join) =>
      join.onRef('orgs.tid', '=', 'members.tid').onRef('orgs.org_id', '=', 'members.org_id'),
    )
    .select(['members.fid', 'members.name', 'orgs.org_id', 'orgs.name as org_name'])
    .orderBy('members.name')
    .orderBy('members.fid')
    .offset(skip)
    .limit(limit)
    .execute();
  return { total, rows };
}

/** Those of these addresses, in lower case, that belong to active members. */
export async function selectMemberAddresses(
  db: DatabaseHandle,
  { tid, addresses }: { tid: string; addresses: readonly string[] },
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom('memberships as members')
    .innerJoin('accounts', 'accounts.aid', 'members.aid')
    .select(sql<string>`lower(accounts.email)`.as('address'))
    .where('members.tid', '=', tid)
    .where('members.state', '=', 'active')
    .where(sql<SqlBool>`lower(accounts.email) = any(${addresses}::text[])`)
    .execute();
  return rows.map(({ address }) => address);
}

/**
 * Locks memberships until the transaction ends, in one order.
 * @param options - `waits`: whether it waits for those that other transactions have locked. Otherwise they are missing in the result, as
 *   unknown ones are.
 */
export async function lockMembershipStates(
  transaction: DatabaseTransaction,
  people: readonly PersonKey[],
  { waits }: { waits: boolean },
): Promise<(PersonKey & { state: MembershipState })[]> {
  if (people.length === 0) return [];
  const ordered = people.toSorted((a, b) => compare(a.tid, b.tid) || compare(a.fid, b.fid));
  const { rows } = await sql<PersonKey & { state: MembershipState }>`
    select members.tid, members.fid, members.state
    from json_to_recordset(${JSON.stringify(ordered)}::json) as requested (tid text, fid text)
    cross join lateral (
      select tid, fid, state from memberships where tid = requested.tid and fid = requested.fid
      limit 1 for share ${waits ? sql`` : sql`skip locked`}
    ) as members
  `.execute(transaction);
  return rows;
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
