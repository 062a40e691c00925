import type { Actor } from '../../infra/http/access.port.ts';
import {
  type AdministeredClassification,
  addClassification,
  type ClassificationChange,
  deleteClassification as removeClassification,
  requireAdministeredClassification,
  changeClassification as writeChange,
} from '../documents/administer-classifications.usecases.ts';
import type { Classification } from '../documents/classifications.usecases.ts';
import { updateClearance } from '../documents/clearances.usecases.ts';
import { randomID } from '../tenants/tenants.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';

/** @throws ServiceError `admin.classification_exists`. */
export function createClassification(
  services: AdminServices,
  actor: Actor,
  {
    id = randomID('c'),
    ...one
  }: Omit<Classification, 'id'> & { id?: string | undefined; isDefault: boolean },
): Promise<AdministeredClassification> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await addClassification(transaction, { ...one, tid, id });
    await record({ act: 'classification.created', subject: id });
    return requireAdministeredClassification(transaction, { tid, id });
  });
}

/** @throws ServiceError `key.classification_not_found`. */
export function changeClassification(
  services: AdminServices,
  actor: Actor,
  { id, change }: { id: string; change: ClassificationChange },
): Promise<AdministeredClassification> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await writeChange(transaction, { tid, id }, change);
    await record({ act: 'classification.changed', subject: id });
    return requireAdministeredClassification(transaction, { tid, id });
  });
}

/** @throws ServiceError `key.classification_not_found`, `admin.classification_…`. */
export function deleteClassification(services: AdminServices, actor: Actor, id: string): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await removeClassification(transaction, { tid: actor.tid, id });
    await record({ act: 'classification.deleted', subject: id });
  });
}

/**
 * Sets the clearance of a person; null for the default.
 * @throws ServiceError `login.user_not_found`.
 */
export function setClearance(
  services: AdminServices,
  actor: Actor,
  { fid, level }: { fid: string; level: number | null },
): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await updateClearance(transaction, { tid: actor.tid, fid, level });
    await record({ act: level === null ? 'clearance.taken' : 'clearance.set', subject: fid });
  });
}
