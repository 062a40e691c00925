import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { StoredAudience } from '../../infra/database/tables/messages.table.ts';

/** The active members that an audience names by id, department or role. */
function membersOfAudience(db: DatabaseHandle, { tid, audience }: { tid: string; audience: StoredAudience }) {
  return db
    .selectFrom('memberships as member')
    .where('member.tid', '=', tid)
    .where('member.state', '=', 'active')
    .where('member.aid', 'is not', null)
    .where((where) =>
      where.or([
        where('member.fid', '=', sql<string>`any(${audience.fids}::text[])`),
        where('member.org_id', '=', sql<string>`any(${audience.orgIDs}::text[])`),
        where(
          'member.fid',
          'in',
          where
            .selectFrom('membership_roles')
            .select('fid')
            .where('tid', '=', tid)
            .where('role_id', '=', sql<string>`any(${audience.roleIDs}::text[])`),
        ),
      ]),
    );
}

/** The accounts of the active members of an audience. */
export async function selectRecipients(
  db: DatabaseHandle,
  query: { tid: string; audience: StoredAudience },
): Promise<string[]> {
  const rows = await membersOfAudience(db, query).select('member.aid').execute();
  return rows.flatMap(({ aid }) => (aid === null ? [] : [aid]));
}

export async function countRecipients(
  db: DatabaseHandle,
  { tid, audience }: { tid: string; audience: StoredAudience | null },
): Promise<number> {
  const members = audience
    ? membersOfAudience(db, { tid, audience })
    : db
        .selectFrom('memberships as member')
        .where('member.tid', '=', tid)
        .where('member.state', '=', 'active')
        .where('member.aid', 'is not', null);
  const { total } = await members
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export interface AudienceNames {
  people: { fid: string; name: string }[];
  organisations: { orgID: string; name: string }[];
  roles: { roleID: string; name: string }[];
}

/** The members, departments and roles of an audience that exist in the tenant, with their names. */
export async function selectAudienceNames(
  db: DatabaseHandle,
  { tid, audience }: { tid: string; audience: StoredAudience },
): Promise<AudienceNames> {
  const people = await db
    .selectFrom('memberships')
    .select(['fid', 'name'])
    .where('tid', '=', tid)
    .where('fid', '=', sql<string>`any(${audience.fids}::text[])`)
    .orderBy('name')
    .execute();
  const organisations = await db
    .selectFrom('organisations')
    .select(['org_id as orgID', 'name'])
    .where('tid', '=', tid)
    .where('org_id', '=', sql<string>`any(${audience.orgIDs}::text[])`)
    .orderBy('name')
    .execute();
  const roles = await db
    .selectFrom('roles')
    .select(['role_id as roleID', 'name'])
    .where('tid', '=', tid)
    .where('role_id', '=', sql<string>`any(${audience.roleIDs}::text[])`)
    .orderBy('name')
    .execute();
  return { people, organisations, roles };
}
