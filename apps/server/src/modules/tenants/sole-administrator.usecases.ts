import { rights } from '@sealflow/domain/roles';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { countAdministrators } from './administer-members.repository.ts';
import { listMemberships, requireAdministeredMember } from './administer-members.usecases.ts';
import { lockTenantRow } from './tenant-settings.repository.ts';

/**
 * The tenants whose only administrator is this account. The tenants of the account are locked until the transaction
 * ends, ordered by id: two administrators who leave concurrently are counted one after the other.
 */
export async function listTenantsAdministeredAlone(
  transaction: DatabaseTransaction,
  aid: string,
): Promise<string[]> {
  const tids = (await listMemberships(transaction, aid)).map(({ tid }) => tid);
  for (const tid of [...new Set(tids)].toSorted()) await lockTenantRow(transaction, tid);
  const soleTids: string[] = [];
  // Read again under the locks: another transaction may have changed the memberships.
  for (const { tid, fid, state } of await listMemberships(transaction, aid)) {
    if (state !== 'active') continue;
    const { effectiveRights } = await requireAdministeredMember(transaction, { tid, fid });
    const isAdministrator =
      effectiveRights.includes(rights.signIn) && effectiveRights.includes(rights.systemManagement);
    if (isAdministrator && (await countAdministrators(transaction, tid)) === 1) soleTids.push(tid);
  }
  return soleTids;
}
