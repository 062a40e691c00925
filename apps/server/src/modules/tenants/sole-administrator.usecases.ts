import { rights } from '@sealflow/domain/roles';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { countAdministrators } from './administer-members.repository.ts';
import { membershipsOf, requireAdministeredMember } from './administer-members.usecases.ts';

/** The tenants whose only administrator an account is. */
export async function tenantsAdministeredAlone(db: DatabaseHandle, aid: string): Promise<string[]> {
  const alone: string[] = [];
  for (const { tid, fid, state } of await membershipsOf(db, aid)) {
    if (state !== 'active') continue;
    const { effectiveRights } = await requireAdministeredMember(db, { tid, fid });
    const manages =
      effectiveRights.includes(rights.signIn) && effectiveRights.includes(rights.systemManagement);
    if (manages && (await countAdministrators(db, tid)) === 1) alone.push(tid);
  }
  return alone;
}
