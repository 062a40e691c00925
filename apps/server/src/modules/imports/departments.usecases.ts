import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { addOrganisation, listOrganisationNames } from '../tenants/organisations.usecases.ts';
import { randomID } from '../tenants/tenants.usecases.ts';

/** The departments of a tenant by their paths. */
export interface Departments {
  /** The id of the department; undefined where there is none with this path. */
  readonly find: (path: readonly string[]) => string | undefined;
}

/** A department has no parent: its name is the whole path. */
const nameOf = (path: readonly string[]) => path.join('/');

export async function readDepartments(db: DatabaseHandle, tid: string): Promise<Departments> {
  const ids = new Map<string, string>();
  // Of several departments with one name the first one counts.
  for (const { orgID, name } of await listOrganisationNames(db, tid)) {
    const key = name
      .split(/[/／]/u)
      .map((part) => part.trim())
      .join('/');
    if (!ids.has(key)) ids.set(key, orgID);
  }
  return { find: (path) => ids.get(nameOf(path)) };
}

/** Creates the missing departments among these paths. @returns the ids of the created ones by path. */
export async function createDepartments(
  transaction: DatabaseTransaction,
  tid: string,
  paths: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  const created = new Map<string, string>();
  for (const path of paths) {
    const name = nameOf(path);
    if (created.has(name)) continue;
    const orgID = randomID('o');
    await addOrganisation(transaction, { tid, orgID, name });
    created.set(name, orgID);
  }
  return created;
}
