import type { DatabaseHandle } from '../../infra/database/index.ts';
import * as repository from './people-overview.repository.ts';

/** The members of a tenant by state, and what an administrator of people should look at. */
export type PeopleOverview = Awaited<ReturnType<typeof repository.selectPeopleCounts>>;

export function countPeople(db: DatabaseHandle, query: { tid: string; at: Date }): Promise<PeopleOverview> {
  return repository.selectPeopleCounts(db, query);
}

/** How many active members with an account a tenant has. */
export const countActiveMembers: (db: DatabaseHandle, tid: string) => Promise<number> =
  repository.countActiveMembers;
