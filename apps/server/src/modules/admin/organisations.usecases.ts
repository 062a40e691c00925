import { entityTagFields } from '@sealflow/contract/schemas';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import {
  addOrganisation,
  changeHead,
  deleteOrganisation,
  type Organisation,
  renameOrganisation,
  requireOrganisation,
} from '../tenants/organisations.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import { randomID } from '../tenants/tenants.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';

/** @throws ServiceError `admin.organisation_exists`. */
export function createOrganisation(
  services: AdminServices,
  actor: Actor,
  { orgID = randomID('o'), name }: { orgID?: string | undefined; name: string },
): Promise<Organisation> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await addOrganisation(transaction, { tid, orgID, name });
    await record({ act: 'organisation.created', subject: orgID });
    return requireOrganisation(transaction, { tid, orgID });
  });
}

/** @throws ServiceError `admin.organisation_not_found`, `admin.head_not_active`, `admin.changed_meanwhile`. */
export function changeOrganisation(
  services: AdminServices,
  actor: Actor,
  {
    orgID,
    name,
    headFid,
    ifMatch,
  }: {
    orgID: string;
    name?: string | undefined;
    headFid?: string | null | undefined;
    ifMatch?: string | undefined;
  },
): Promise<Organisation> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await assertUnchangedOrganisation(transaction, { tid, orgID }, ifMatch);
    const former = await requireOrganisation(transaction, { tid, orgID });
    if (name !== undefined) {
      await renameOrganisation(transaction, { tid, orgID, name });
      await record({ act: 'organisation.changed', subject: orgID });
    }
    if (headFid !== undefined && headFid !== (former.head?.fid ?? null)) {
      await changeHead(transaction, { tid, orgID, headFid });
      await record({ act: 'organisation.head_changed', subject: orgID });
    }
    return requireOrganisation(transaction, { tid, orgID });
  });
}

/** @throws ServiceError `admin.organisation_not_found`, `admin.organisation_not_empty`, `admin.changed_meanwhile`. */
export function removeOrganisation(
  services: AdminServices,
  actor: Actor,
  { orgID, ifMatch }: { orgID: string; ifMatch?: string | undefined },
): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await assertUnchangedOrganisation(transaction, { tid: actor.tid, orgID }, ifMatch);
    await deleteOrganisation(transaction, { tid: actor.tid, orgID });
    await record({ act: 'organisation.deleted', subject: orgID });
  });
}

async function assertUnchangedOrganisation(
  transaction: DatabaseTransaction,
  key: { tid: string; orgID: string },
  ifMatch: string | undefined,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  await assertUnchanged(ifMatch, entityTagFields.organisation, () => requireOrganisation(transaction, key));
}
