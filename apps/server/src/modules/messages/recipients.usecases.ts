import type { Body } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { StoredAudience } from '../../infra/database/tables/messages.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isActiveMember, listMembers } from '../tenants/tenants.usecases.ts';
import * as repository from './recipients.repository.ts';

type AudienceForm = Body<'POST /api/v1/tenants/{tid}/admin/messages/actions/count-recipients'>;

/** The audience that a request names; null for all members, also those to come. */
export function toAudience({ fids, orgIDs, roleIDs }: AudienceForm): StoredAudience | null {
  if (!fids && !orgIDs && !roleIDs) return null;
  const unique = (ids: readonly string[] | undefined) => [...new Set(ids)];
  return { fids: unique(fids), orgIDs: unique(orgIDs), roleIDs: unique(roleIDs) };
}

/**
 * Asserts that each member of an audience is active and that its departments and roles exist in the tenant.
 * @throws ServiceError `login.user_not_found`, `admin.organisation_not_found`, `admin.role_not_found`.
 */
export async function assertAudience(
  db: DatabaseHandle,
  { tid, audience }: { tid: string; audience: StoredAudience },
): Promise<void> {
  const members = await listMembers(db, { tid, fids: audience.fids });
  if (members.filter(isActiveMember).length < audience.fids.length)
    throw new ServiceError('login.user_not_found');
  const found = await repository.selectAudienceNames(db, { tid, audience });
  if (found.organisations.length < audience.orgIDs.length)
    throw new ServiceError('admin.organisation_not_found');
  if (found.roles.length < audience.roleIDs.length) throw new ServiceError('admin.role_not_found');
}

/**
 * How many active members a message to these recipients would reach now.
 * @throws ServiceError as {@link assertAudience}.
 */
export async function countRecipients(
  db: DatabaseHandle,
  { tid, form }: { tid: string; form: AudienceForm },
): Promise<{ recipients: number }> {
  const audience = toAudience(form);
  if (audience) await assertAudience(db, { tid, audience });
  return { recipients: await countAudience(db, { tid, audience }) };
}

/** The accounts of an audience, sorted, so that concurrent posts lock their sessions in the same order. */
export async function findRecipients(
  db: DatabaseHandle,
  query: { tid: string; audience: StoredAudience },
): Promise<string[]> {
  const aids = await repository.selectRecipients(db, query);
  return aids.toSorted();
}

export const findAudienceNames: typeof repository.selectAudienceNames = repository.selectAudienceNames;

export const countAudience: typeof repository.countRecipients = repository.countRecipients;
