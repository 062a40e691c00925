import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import {
  lockMembershipStates,
  type PersonKey,
  selectActiveFids,
  selectMemberAddresses,
  selectPeoplePage,
  selectSignInMemberships,
  selectStates,
} from './people.repository.ts';

/** A member who can sign in, as colleagues see them. */
export interface Colleague {
  fid: string;
  name: string;
  org: { orgID: string; name: string } | null;
}

/** The people among these who can act in the tenant: active members who may sign in. */
export async function findActivePeople(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: Iterable<string> },
): Promise<ReadonlySet<string>> {
  return new Set(await selectActiveFids(db, { tid, fids: [...new Set(fids)] }));
}

/** Whether a person can act in the tenant, holds the role and belongs to the department or one below it. */
export async function isActiveWithin(
  db: DatabaseHandle,
  { fid, ...limit }: { tid: string; fid: string; roleID?: string | undefined; orgID?: string | undefined },
): Promise<boolean> {
  return (await selectActiveFids(db, { ...limit, fids: [fid] })).length > 0;
}

/** How many of these addresses belong to no active member of the tenant. */
export async function countOutsiders(
  db: DatabaseHandle,
  { tid, addresses }: { tid: string; addresses: readonly string[] },
): Promise<number> {
  const distinct = [...new Set(addresses.map((address) => address.toLowerCase()))];
  return distinct.length - new Set(await selectMemberAddresses(db, { tid, addresses: distinct })).size;
}

export type InactiveReason =
  | 'unknown'
  | 'invited'
  | 'suspended'
  | 'ended'
  | 'account_closed'
  | 'no_sign_in_right';

/** Why people cannot act in the tenant, by the condition that fails first. People who can act have no entry. */
export async function inactiveReasonsOf(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<ReadonlyMap<string, InactiveReason>> {
  const active = await findActivePeople(db, { tid, fids });
  const inactive = fids.filter((fid) => !active.has(fid));
  const states = new Map((await selectStates(db, { tid, fids: inactive })).map((row) => [row.fid, row]));
  return new Map(
    inactive.map((fid) => {
      const row = states.get(fid);
      if (!row) return [fid, 'unknown'];
      if (row.state !== 'active') return [fid, row.state];
      return [fid, row.account_state === 'active' ? 'no_sign_in_right' : 'account_closed'];
    }),
  );
}

/** The memberships in which accounts can act, by account. Every account has an entry. */
export async function listActiveMemberships(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<ReadonlyMap<string, readonly { tid: string; fid: string }[]>> {
  const membershipsByAccount = Map.groupBy(await selectSignInMemberships(db, aids), ({ aid }) => aid);
  return new Map(aids.map((aid) => [aid, membershipsByAccount.get(aid) ?? []]));
}

/** A page of the people who can act in the tenant, ordered by name, with the total number. */
export async function listPeople(
  db: DatabaseHandle,
  query: {
    tid: string;
    keyword?: string | undefined;
    roleID?: string | undefined;
    orgID?: string | undefined;
    exceptFid?: string | undefined;
    skip: number;
    limit: number;
  },
): Promise<{ total: number; data: Colleague[] }> {
  const { total, rows } = await selectPeoplePage(db, query, query);
  const data = rows.map(({ fid, name, org_id: orgID, org_name: orgName }) => ({
    fid,
    name,
    org: orgID === null ? null : { orgID, name: orgName ?? '' },
  }));
  return { total, data };
}

/** The people among these who are not active members. The others stay active members until the transaction ends. */
export async function findFormerMembers(
  transaction: DatabaseTransaction,
  { tid, fids }: { tid: string; fids: readonly string[] },
): Promise<string[]> {
  const people = fids.map((fid) => ({ tid, fid }));
  const rows = await lockMembershipStates(transaction, people, { waits: true });
  return rows.filter(({ state }) => state !== 'active').map(({ fid }) => fid);
}

/**
 * Whether these people are active members, in their order. They stay so until the transaction ends.
 * @param options - `waits`: whether it waits for memberships that other transactions have locked. Otherwise they are undefined, as those
 *   of unknown people are.
 */
export async function lockActiveStates(
  transaction: DatabaseTransaction,
  people: readonly PersonKey[],
  options: { waits: boolean },
): Promise<(boolean | undefined)[]> {
  const rows = await lockMembershipStates(transaction, people, options);
  const activeByPerson = new Map(
    rows.map(({ tid, fid, state }) => [personID({ tid, fid }), state === 'active']),
  );
  return people.map((person) => activeByPerson.get(personID(person)));
}

const personID = ({ tid, fid }: PersonKey): string => JSON.stringify([tid, fid]);
