import { rights } from '@sealflow/domain/roles';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { countAdministrators } from './administer-members.repository.ts';
import { membershipsOf, requireAdministeredMember } from './administer-members.usecases.ts';
import { lockTenantRow } from './tenant-settings.repository.ts';

/**
 * The tenants whose only administrator is this account. The tenants of the account are locked until the transaction
 * ends, ordered by id: two administrators who leave concurrently are counted one after the other.
 */
export async function tenantsAdministeredAlone(
  transaction: DatabaseTransaction,
  aid: string,
): Promise<string[]> {
  const tids = (await membershipsOf(transaction, aid)).map(({ tid }) => tid);
  for (const tid of [...new Set(tids)].toSorted()) await lockTenantRow(transaction, tid);
  const alone: string[] = [];
  // Read again under the locks: another transaction may have changed the memberships.
  for (const { tid, fid, state } of await membershipsOf(transaction, aid)) {
    if (state !== 'active') continue;
    const { effectiveRights } = await requireAdministeredMember(transaction, { tid, fid });
    const manages =
      effectiveRights.includes(rights.signIn) && effectiveRights.includes(rights.systemManagement);
    if (manages && (await countAdministrators(transaction, tid)) === 1) alone.push(tid);
  }
  return alone;
}
