import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';
import type { MembershipState } from '../../infra/database/tables/tenants.table.ts';

export interface MemberFilter {
  readonly tid: string;
  readonly aid?: string | undefined;
  /** Part of a name or an id. */
  readonly keyword?: string | undefined;
  readonly orgID?: string | undefined;
  readonly roleID?: string | undefined;
  readonly state?: MembershipState | undefined;
  /** State of the account; only accounts that the tenant manages match. */
  readonly account?: { readonly state: 'locked' | 'closed'; readonly at: Date } | undefined;
}

/** The order of a list of members; `-` for descending. */
export type MemberSort = `${'' | '-'}${'name' | 'createAt' | 'lastSignInAt' | 'state'}`;

/**
 * Limits of a count. Matches of a keyword are counted up to a limit, because each match is a row that must be compared.
 * The other counts read an index only.
 */
export const countLimits = { matches: 10_000, members: 1_000_000 };

/** @param isRare - few members match, so that they are found by index and then sorted. */
function filteredMembers(db: DatabaseHandle, filter: MemberFilter, isRare: boolean) {
  const { tid, aid, keyword, orgID, roleID, state, account } = filter;
  return db
    .selectFrom('memberships as person')
    .where('person.tid', '=', tid)
    .where((person) => {
      const conditions: Expression<SqlBool>[] = [];
      if (aid !== undefined) conditions.push(person('person.aid', '=', aid));
      if (orgID !== undefined) conditions.push(person('person.org_id', '=', orgID));
      if (state) conditions.push(person('person.state', '=', state));
      if (keyword) {
        const pattern = likePattern(keyword);
        conditions.push(
          person.or([person('person.name', 'ilike', pattern), person('person.fid', 'ilike', pattern)]),
        );
        if (isRare) conditions.push(hasPartsOf(tid, keyword));
      }
      if (roleID !== undefined) conditions.push(isRare ? isHolder(tid, roleID) : hasRole(roleID));
      if (account) conditions.push(hasAccount(tid, account));
      return person.and(conditions);
    });
}

const isHolder = (tid: string, roleID: string) => sql<SqlBool>`person.fid in (
  select fid from membership_roles where tid = ${tid} and role_id = ${roleID})`;

/** `offset 0` makes the planner check each member in order, instead of joining and sorting all holders of the role. */
const hasRole = (roleID: string) => sql<SqlBool>`exists (
  select from membership_roles held
  where held.tid = person.tid and held.fid = person.fid and held.role_id = ${roleID} offset 0)`;

const hasAccount = (tid: string, { state, at }: NonNullable<MemberFilter['account']>) => sql<SqlBool>`
  person.state in ('active', 'suspended') and person.aid in (
    select aid from accounts where managed_by = ${tid}
      and ${state === 'closed' ? sql`state = 'closed'` : sql`locked_until > ${at}`})`;

/** Finds the rows with the keyword by the index of their parts instead of comparing each row. */
const hasPartsOf = (tid: string, keyword: string) =>
  sql<SqlBool>`member_grams(person.tid, person.name, person.fid) @> keyword_grams(${tid}, ${keyword})`;

/** @returns the number of members, at most {@link countLimits}. */
export async function countMembers(db: DatabaseHandle, filter: MemberFilter): Promise<number> {
  const { tid, keyword, roleID, ...others } = filter;
  const isByRoleOnly = !keyword && Object.values(others).every((value) => value === undefined);
  if (roleID !== undefined && isByRoleOnly) return countHolders(db, { tid, roleID });
  const members = filteredMembers(db, filter, true).select('person.fid');
  const counted = keyword
    ? members.limit(countLimits.matches)
    : readByIndex(members, filter).limit(countLimits.members);
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An order that the planner gets only from an index, so that it does not read the table. */
function readByIndex<O>(
  members: SelectQueryBuilder<Database & { person: Database['memberships'] }, 'person', O>,
  { roleID, account }: MemberFilter,
) {
  return roleID === undefined && account === undefined
    ? members.orderBy('person.name').orderBy('person.fid')
    : members;
}

async function countHolders(
  db: DatabaseHandle,
  { tid, roleID }: { tid: string; roleID: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('membership_roles')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tid', '=', tid)
    .where('role_id', '=', roleID)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The ids of one page of members, in order.
 * @param page - `isRare`: few members match, so that sorting them is faster than reading all members in order until the
 * page is full.
 */
export async function selectMemberIDs(
  db: DatabaseHandle,
  filter: MemberFilter,
  { skip, limit, sort, isRare }: { skip: number; limit: number; sort: MemberSort; isRare: boolean },
): Promise<string[]> {
  const { tid, keyword, ...others } = filter;
  const isDescending = sort.startsWith('-');
  const field = sort.replace('-', '');
  const isAll = !keyword && Object.values(others).every((value) => value === undefined);
  if (field === 'lastSignInAt' && isAll) {
    const ordered = orderBySignIn(
      db.selectFrom('member_sign_ins as sign_in').where('sign_in.tid', '=', tid),
      isDescending,
    );
    return toIDs(await ordered.select('sign_in.fid').offset(skip).limit(limit).execute());
  }
  const members = filteredMembers(db, filter, isRare);
  if (field === 'lastSignInAt') {
    const withSignIns = members.innerJoin('member_sign_ins as sign_in', (join) =>
      join.onRef('sign_in.tid', '=', 'person.tid').onRef('sign_in.fid', '=', 'person.fid'),
    );
    const ordered = orderBySignIn(withSignIns, isDescending);
    return toIDs(await ordered.select('sign_in.fid').offset(skip).limit(limit).execute());
  }
  const direction = isDescending ? ('desc' as const) : ('asc' as const);
  const ordered = sortColumns[field as keyof typeof sortColumns].reduce(
    (query, column) => query.orderBy(column, direction),
    members,
  );
  return toIDs(
    await ordered.orderBy('person.fid', direction).select('person.fid').offset(skip).limit(limit).execute(),
  );
}

const sortColumns = {
  name: ['person.name'],
  createAt: ['person.created_at'],
  state: ['person.state', 'person.name'],
} as const;

type WithSignIns = Database & { sign_in: Database['member_sign_ins'] };

/** Members without a known sign-in come first in ascending order. */
function orderBySignIn<DB extends WithSignIns, TB extends keyof DB & 'sign_in', O>(
  query: SelectQueryBuilder<DB, TB, O>,
  isDescending: boolean,
): SelectQueryBuilder<DB, TB, O> {
  return isDescending
    ? query.orderBy(sql`sign_in.last_at desc nulls last, sign_in.fid desc`)
    : query.orderBy(sql`sign_in.last_at nulls first, sign_in.fid`);
}

const toIDs = (rows: readonly { fid: string }[]) => rows.map(({ fid }) => fid);
