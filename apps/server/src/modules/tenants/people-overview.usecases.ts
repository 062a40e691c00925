import type { DatabaseHandle } from '../../infra/database/index.ts';
import { selectPeopleCounts } from './people-overview.repository.ts';

/** The members of a tenant by state, and what an administrator of people should look at. */
export type PeopleOverview = Awaited<ReturnType<typeof selectPeopleCounts>>;

export function countPeople(db: DatabaseHandle, query: { tid: string; at: Date }): Promise<PeopleOverview> {
  return selectPeopleCounts(db, query);
}
