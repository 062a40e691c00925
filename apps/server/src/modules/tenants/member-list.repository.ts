import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
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
  readonly invitation?: { readonly state: 'open' | 'expired'; readonly at: Date } | undefined;
}

/** The order of a list of members; `-` for descending. */
export type MemberSort = `${'' | '-'}${'name' | 'createAt' | 'lastSignInAt' | 'state'}`;

/**
 * Limits of a count. Matches of a keyword are counted up to a limit, because each match is a row that must be compared.
 * The other counts read an index only.
 */
export const countLimits = { matches: 10_000, members: 1_000_000 };

/** Up to this many matches are sorted. The sort of names takes 15 ms for each thousand. */
export const maxSortedMatches = 2000;

function filteredMembers(db: DatabaseHandle, filter: MemberFilter) {
  const { tid, aid, keyword, orgID, roleID, state, account, invitation } = filter;
  return db
    .selectFrom('memberships as person')
    .where('person.tid', '=', tid)
    .where((person) => {
      const conditions: Expression<SqlBool>[] = [];
      if (aid !== undefined) conditions.push(person('person.aid', '=', aid));
      if (orgID !== undefined) conditions.push(person('person.org_id', '=', orgID));
      if (state) conditions.push(person('person.state', '=', state));
      if (keyword) conditions.push(hasText('person', keyword), hasPartsOf('person', tid, keyword));
      if (roleID !== undefined) conditions.push(isHolder(tid, roleID));
      if (account) conditions.push(hasAccount('person', tid, account));
      if (invitation) conditions.push(hasInvitation('person', tid, invitation));
      return person.and(conditions);
    });
}

/** A part of the name or id. */
export const hasText = (of: 'person' | 'member', keyword: string) => {
  const pattern = likePattern(keyword);
  return sql<SqlBool>`(${sql.ref(`${of}.name`)} ilike ${pattern} or ${sql.ref(`${of}.fid`)} ilike ${pattern})`;
};

const isHolder = (tid: string, roleID: string) => sql<SqlBool>`person.fid in (
  select fid from membership_roles where tid = ${tid} and role_id = ${roleID})`;

const hasAccount = (
  of: 'person' | 'member',
  tid: string,
  { state, at }: NonNullable<MemberFilter['account']>,
) => sql<SqlBool>`
  ${sql.ref(`${of}.state`)} in ('active', 'suspended') and ${sql.ref(`${of}.aid`)} in (
    select aid from accounts where managed_by = ${tid}
      and ${state === 'closed' ? sql`state = 'closed'` : sql`locked_until > ${at}`})`;

const hasInvitation = (
  of: 'person' | 'member',
  tid: string,
  { state, at }: NonNullable<MemberFilter['invitation']>,
) => sql<SqlBool>`
  ${sql.ref(`${of}.fid`)} in (
    select fid from invitations where tid = ${tid} and outcome is null
      and ${state === 'open' ? sql`expire_at > ${at}` : sql`expire_at <= ${at}`})`;

/** Finds the rows with the keyword by the index of their parts instead of comparing each row. */
export const hasPartsOf = (of: 'person' | 'member', tid: string, keyword: string) => {
  const columns = ['tid', 'name', 'fid'].map((column) => sql.ref(`${of}.${column}`));
  return sql<SqlBool>`member_grams(${sql.join(columns)}) @> keyword_grams(${tid}, ${keyword})`;
};

/** @returns the number of members, at most {@link countLimits}. */
export async function countMembers(db: DatabaseHandle, filter: MemberFilter): Promise<number> {
  const { tid, keyword, roleID, ...others } = filter;
  const isByRoleOnly = !keyword && Object.values(others).every((value) => value === undefined);
  if (roleID !== undefined && isByRoleOnly) return countHolders(db, { tid, roleID });
  const members = filteredMembers(db, filter).select('person.fid');
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
  { roleID, account, invitation }: MemberFilter,
) {
  return roleID === undefined && account === undefined && invitation === undefined
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

interface MemberPage {
  readonly skip: number;
  readonly limit: number;
  readonly sort: MemberSort;
}

type SortField = 'name' | 'createAt' | 'lastSignInAt' | 'state';

const sortColumns = {
  name: ['name'],
  createAt: ['created_at'],
  lastSignInAt: ['last_at'],
  state: ['state', 'name'],
} as const satisfies Record<SortField, readonly string[]>;

/**
 * The ids of one page of members, in order.
 * @param page - `isRare`: few members match, so that sorting them is faster than reading all members in order until the
 * page is full.
 */
export async function selectMemberIDs(
  db: DatabaseHandle,
  filter: MemberFilter,
  { isRare, ...page }: MemberPage & { isRare: boolean },
): Promise<string[]> {
  const { tid: _tid, ...conditions } = filter;
  const isFiltered = Object.values(conditions).some((value) => value !== undefined && value !== '');
  const field = page.sort.replace('-', '') as SortField;
  const source = isFiltered && isRare ? selectMatches(db, filter, field) : readInOrder(filter, field);
  const { rows } = await sql<{ fid: string }>`select person.fid ${source} ${orderBy(field, page)}`.execute(
    db,
  );
  return rows.map(({ fid }) => fid);
}

/** The matches, to be sorted. */
function selectMatches(db: DatabaseHandle, filter: MemberFilter, field: SortField): RawBuilder<unknown> {
  const matches = filteredMembers(db, filter);
  if (field !== 'lastSignInAt') return sql`from ${matches.selectAll('person')} as person`;
  return sql`from ${matches.select('person.fid')} as person
    join member_sign_ins sign_in on sign_in.tid = ${filter.tid} and sign_in.fid = person.fid`;
}

/**
 * All members in the order of an index. Conditions on columns that this index lacks read their own index once, so that a page
 * reads no rows of the members before it.
 */
function readInOrder(filter: MemberFilter, field: SortField): RawBuilder<unknown> {
  const { tid, aid, keyword, orgID, roleID, state, account, invitation } = filter;
  const inIndex: RawBuilder<SqlBool>[] = [sql`person.tid = ${tid}`];
  const outside: RawBuilder<SqlBool>[] = [];
  // The indexes of the orders by name and by state have both, those of the other orders neither.
  const hasName = field === 'name' || field === 'state';
  if (orgID !== undefined && field === 'name') inIndex.push(sql`person.org_id = ${orgID}`);
  else if (orgID !== undefined) outside.push(sql`member.org_id = ${orgID}`);
  if (state && hasName) inIndex.push(sql`person.state = ${state}`);
  else if (state) outside.push(sql`member.state = ${state}`);
  if (keyword && hasName) inIndex.push(hasText('person', keyword));
  else if (keyword) outside.push(hasText('member', keyword), hasPartsOf('member', tid, keyword));
  if (aid !== undefined) outside.push(sql`member.aid = ${aid}`);
  if (account) outside.push(hasAccount('member', tid, account));
  if (invitation) outside.push(hasInvitation('member', tid, invitation));
  if (outside.length > 0)
    inIndex.push(
      isAmong(sql`from memberships member
        where member.tid = ${tid} and member.fid = person.fid and ${sql.join(outside, sql` and `)}`),
    );
  if (roleID !== undefined)
    inIndex.push(
      isAmong(sql`from membership_roles held
        where held.tid = ${tid} and held.fid = person.fid and held.role_id = ${roleID}`),
    );
  const table = sql.table(field === 'lastSignInAt' ? 'member_sign_ins' : 'memberships');
  return sql`from ${table} as person where ${sql.join(inIndex, sql` and `)}`;
}

/**
 * A condition that the planner does not turn into a join, which would lose the order. It hashes the rows if they fit into the
 * memory of an operation, and otherwise looks each one up.
 */
const isAmong = (rows: RawBuilder<unknown>) => sql<SqlBool>`case when exists (select ${rows}) then true end`;

/** Members without a known sign-in come first in ascending order. */
function orderBy(field: SortField, { skip, limit, sort }: MemberPage): RawBuilder<unknown> {
  const [direction, nulls] = sort.startsWith('-')
    ? [sql`desc`, sql`nulls last`]
    : [sql`asc`, sql`nulls first`];
  const columns = [...sortColumns[field], 'fid'].map((column) =>
    column === 'last_at'
      ? sql`last_at ${direction} ${nulls}`
      : sql`${sql.ref(`person.${column}`)} ${direction}`,
  );
  return sql`order by ${sql.join(columns)} offset ${skip} limit ${limit}`;
}
