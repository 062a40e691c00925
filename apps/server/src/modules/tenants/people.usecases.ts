import type { DatabaseHandle } from '../../infra/database/index.ts';
import { lockInactive, pagePeople, selectActiveFids, selectPlaces } from './people.repository.ts';

/** A member who can sign in, as colleagues see them. */
export interface Colleague {
  fid: string;
  name: string;
  org: { orgID: string; name: string } | null;
}

/** Those among these people who can act in the tenant now: active members who may sign in. */
export async function activePeople(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: Iterable<string> },
): Promise<ReadonlySet<string>> {
  return new Set(await selectActiveFids(db, { tid, fids: [...new Set(fids)] }));
}

/** Who accounts are in the tenants that they can act in now; each of them is there. */
export async function placesOf(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<ReadonlyMap<string, readonly { tid: string; fid: string }[]>> {
  const places = Map.groupBy(await selectPlaces(db, aids), ({ aid }) => aid);
  return new Map(aids.map((aid) => [aid, places.get(aid) ?? []]));
}

/** A page of the people who can act in the tenant, by name, and how many there are. */
export async function listPeople(
  db: DatabaseHandle,
  asked: { tid: string; keyword?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: Colleague[] }> {
  const { total, rows } = await pagePeople(db, asked, asked);
  const data = rows.map(({ fid, name, org_id: orgID, org_name: orgName }) => ({
    fid,
    name,
    org: orgID === null ? null : { orgID, name: orgName ?? '' },
  }));
  return { total, data };
}

/** Those among these people who are no members any more; the others stay so until the transaction ends. */
export const findLeavers = lockInactive;
