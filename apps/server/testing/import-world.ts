import { type Administration, addPeopleManager, openAdministration } from './administration.ts';
import type { AskImports } from './imports.ts';

/** Two tenants with background work, and an administrator of `t-two` who manages people but not the system. */
export interface ImportWorld {
  readonly world: Administration;
  readonly manager: string;
  readonly askAs: (token: string, tid?: string) => AskImports;
  readonly memberByStaffID: (
    staffID: string,
    tid?: string,
  ) => Promise<{ aid: string | null; state: string; name: string; department: string | null } | undefined>;
}

export async function openImports(): Promise<ImportWorld> {
  const world = await openAdministration();
  await world.service.startWork();
  return {
    world,
    manager: await addPeopleManager(world),
    askAs:
      (token, tid = 't-two') =>
      async (call, body) => {
        const [method = '', path = ''] = call.split(' ');
        const { status, body: answer } = await world.at(tid)(token, `${method} /imports${path}`, body);
        return { ...answer, status };
      },
    memberByStaffID: (staffID, tid = 't-two') =>
      world.service.db
        .selectFrom('memberships')
        .leftJoin('organisations as org', (join) =>
          join.onRef('org.tid', '=', 'memberships.tid').onRef('org.org_id', '=', 'memberships.org_id'),
        )
        .select(['aid', 'state', 'memberships.name', 'org.name as department'])
        .where('memberships.tid', '=', tid)
        .where('staff_id', '=', staffID)
        .executeTakeFirst(),
  };
}
