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
    .select(['org.org_id', 'org.name'])
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

export async function deleteOrganisationRow(
  transaction: DatabaseTransaction,
  { tid, orgID }: OrganisationKey,
): Promise<void> {
  await transaction.deleteFrom('organisations').where('tid', '=', tid).where('org_id', '=', orgID).execute();
}
