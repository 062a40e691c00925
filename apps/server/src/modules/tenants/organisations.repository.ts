import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface OrganisationKey {
  tid: string;
  orgID: string;
}

export function selectOrganisations(
  db: DatabaseHandle,
  { tid, orgID, skip, limit }: { tid: string; orgID?: string; skip: number; limit: number },
) {
  const query = db
    .selectFrom('organisations as org')
    .leftJoin('memberships as head', (join) =>
      join.onRef('head.tid', '=', 'org.tid').onRef('head.fid', '=', 'org.head_fid'),
    )
    .select(['org.org_id', 'org.name', 'org.head_fid', 'head.name as head_name'])
    .select((org) =>
      org
        .selectFrom('memberships as person')
        .whereRef('person.tid', '=', 'org.tid')
        .whereRef('person.org_id', '=', 'org.org_id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('members'),
    )
    .where('org.tid', '=', tid)
    .orderBy('org.name')
    .orderBy('org.org_id')
    .offset(skip)
    .limit(limit);
  return (orgID === undefined ? query : query.where('org.org_id', '=', orgID)).execute();
}

export function selectOrganisationNames(
  db: DatabaseHandle,
  tid: string,
): Promise<{ org_id: string; name: string }[]> {
  return db
    .selectFrom('organisations')
    .select(['org_id', 'name'])
    .where('tid', '=', tid)
    .orderBy('org_id')
    .execute();
}

export async function hasOrganisation(db: DatabaseHandle, { tid, orgID }: OrganisationKey): Promise<boolean> {
  const row = await db
    .selectFrom('organisations')
    .select('org_id')
    .where('tid', '=', tid)
    .where('org_id', '=', orgID)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countOrganisations(db: DatabaseHandle, tid: string): Promise<number> {
  const { count } = await db
    .selectFrom('organisations')
    .where('tid', '=', tid)
    .select((org) => org.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The department of a member and those above it by their paths. */
export async function selectDepartmentsOf(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as member')
    .innerJoin('organisations as own', (join) =>
      join.onRef('own.tid', '=', 'member.tid').onRef('own.org_id', '=', 'member.org_id'),
    )
    .innerJoin('organisations as org', (join) =>
      join
        .onRef('org.tid', '=', 'own.tid')
        .on(sql<boolean>`(org.org_id = own.org_id or starts_with(own.name, org.name || '/'))`),
    )
    .select('org.org_id')
    .where('member.tid', '=', tid)
    .where('member.fid', '=', fid)
    .execute();
  return rows.map(({ org_id: orgID }) => orgID);
}

/** The heads of the department of a member and of those above it by their paths, nearest first. */
export async function selectHeadsAbove(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as member')
    .innerJoin('organisations as own', (join) =>
      join.onRef('own.tid', '=', 'member.tid').onRef('own.org_id', '=', 'member.org_id'),
    )
    .innerJoin('organisations as org', (join) =>
      join
        .onRef('org.tid', '=', 'own.tid')
        .on('org.head_fid', 'is not', null)
        .on(sql<boolean>`(org.org_id = own.org_id or starts_with(own.name, org.name || '/'))`),
    )
    .select('org.head_fid')
    .where('member.tid', '=', tid)
    .where('member.fid', '=', fid)
    .orderBy(sql`length(org.name)`, 'desc')
    .orderBy('org.org_id')
    .execute();
  return rows.flatMap(({ head_fid: head }) => (head === null ? [] : [head]));
}

/** @returns whether the department exists. */
export async function renameOrganisationRow(
  transaction: DatabaseTransaction,
  { tid, orgID, name }: OrganisationKey & { name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('organisations')
    .set({ name })
    .where('tid', '=', tid)
    .where('org_id', '=', orgID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether the department exists. */
export async function updateOrganisationHead(
  transaction: DatabaseTransaction,
  { tid, orgID, headFid }: OrganisationKey & { headFid: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('organisations')
    .set({ head_fid: headFid })
    .where('tid', '=', tid)
    .where('org_id', '=', orgID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a member is active. Locks the membership, so that it does not end before the transaction does. */
export async function lockActiveMember(
  transaction: DatabaseTransaction,
  { tid, fid }: { tid: string; fid: string },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('memberships')
    .select('fid')
    .where('tid', '=', tid)
    .where('fid', '=', fid)
    .where('state', '=', 'active')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOrganisationRow(
  transaction: DatabaseTransaction,
  { tid, orgID }: OrganisationKey,
): Promise<void> {
  await transaction.deleteFrom('organisations').where('tid', '=', tid).where('org_id', '=', orgID).execute();
}
