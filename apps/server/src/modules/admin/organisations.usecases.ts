import type { Actor } from '../../infra/http/access.port.ts';
import {
  addOrganisation,
  deleteOrganisation,
  type Organisation,
  renameOrganisation,
  requireOrganisation,
} from '../tenants/organisations.usecases.ts';
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

/** @throws ServiceError `admin.organisation_not_found`. */
export function changeOrganisation(
  services: AdminServices,
  actor: Actor,
  { orgID, name }: { orgID: string; name: string },
): Promise<Organisation> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await renameOrganisation(transaction, { tid, orgID, name });
    await record({ act: 'organisation.changed', subject: orgID });
    return requireOrganisation(transaction, { tid, orgID });
  });
}

/** @throws ServiceError `admin.organisation_not_found`, `admin.organisation_not_empty`. */
export function removeOrganisation(services: AdminServices, actor: Actor, orgID: string): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await deleteOrganisation(transaction, { tid: actor.tid, orgID });
    await record({ act: 'organisation.deleted', subject: orgID });
  });
}
