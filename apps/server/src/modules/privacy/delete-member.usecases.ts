import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import { requireAdministeredMember } from '../tenants/administered-members.usecases.ts';
import { assertAuthority, authorityOf } from '../tenants/authority.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import { eraseMember } from './erase.usecases.ts';
import type { PrivacyServices } from './privacy.types.ts';

/**
 * Deletes the data that the actor's organisation stores about a former member. The account stays, because it belongs to
 * the person.
 *
 * @param options - `confirmation` is the name of the member as the actor typed it.
 * @throws ServiceError `login.user_not_found`, `admin.beyond_own_rights`, `admin.member_not_ended`,
 * `admin.confirmation_wrong`.
 */
export async function deleteMember(
  { accounts, objects }: PrivacyServices,
  actor: Actor,
  { fid, confirmation }: { fid: string; confirmation: string },
): Promise<void> {
  const { db, clock } = accounts;
  const { tid } = actor;
  const erased = await inTransaction(db, async (transaction) => {
    // The lock prevents a change of the membership between the check of its state and the deletion.
    await lockTenant(transaction, tid);
    const member = await requireAdministeredMember(transaction, { tid, fid });
    assertAuthority(authorityOf(actor), member.effectiveRights);
    if (member.state !== 'ended') throw new ServiceError('admin.member_not_ended');
    if (member.name.trim() !== confirmation.trim()) throw new ServiceError('admin.confirmation_wrong');
    return eraseMember(accounts, transaction, { tid, fid, actor, at: new Date(clock()) });
  });
  for (const key of erased?.objects ?? []) await deleteIfOrphaned({ db, objects }, key);
}
