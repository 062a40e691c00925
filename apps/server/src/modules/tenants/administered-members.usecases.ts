import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { MembershipState } from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type AssignedRole, selectMembersWithRights } from './administer-members.repository.ts';
import { effectiveRights } from './authority.usecases.ts';
import {
  countLimits,
  countMembers,
  type MemberFilter,
  type MemberSort,
  maxSortedMatches,
  selectMemberIDs,
} from './member-list.repository.ts';

export type { MemberFilter, MemberSort } from './member-list.repository.ts';

/** Number of members that an export reads at a time. */
const exportChunk = 500;

/** A person of a tenant with everything that determines their rights. */
export interface AdministeredMember {
  tid: string;
  fid: string;
  /** Null for an invitation that was not accepted. */
  aid: string | null;
  name: string;
  state: MembershipState;
  organisation: { orgID: string; name: string } | null;
  roles: AssignedRole[];
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
  const isRare = total <= maxSortedMatches;
  const page = toPage({ skip, limit, sort }, filter.keyword ? undefined : total);
  const found = await selectMemberIDs(db, filter, { ...page, isRare });
  const fids = page.isReversed ? found.toReversed() : found;
  const members = await findAdministeredMembers(db, { tid: filter.tid, fids });
  return { total, data: fids.flatMap((fid) => members.get(fid) ?? []) };
}

/** All members that match, in chunks. The ids are read at once, so that no member is missing or occurs twice. */
export async function* readAdministeredMembers(
  db: DatabaseHandle,
  { sort, ...filter }: MemberFilter & { sort: MemberSort },
): AsyncGenerator<AdministeredMember[]> {
  const total = await countMembers(db, filter);
  const isRare = total <= maxSortedMatches;
  const page = { skip: 0, limit: countLimits.members, sort, isRare };
  const fids = await selectMemberIDs(db, filter, page);
  for (let start = 0; start < fids.length; start += exportChunk) {
    const chunk = fids.slice(start, start + exportChunk);
    const members = await findAdministeredMembers(db, { tid: filter.tid, fids: chunk });
    yield chunk.flatMap((fid) => members.get(fid) ?? []);
  }
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
  const rows = fids.length === 0 ? [] : await selectMembersWithRights(db, { tid, fids });
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

function toAdministeredMember(
  row: Awaited<ReturnType<typeof selectMembersWithRights>>[number],
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
