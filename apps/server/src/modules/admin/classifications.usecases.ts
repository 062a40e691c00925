import { entityTagFields } from '@sealflow/contract/schemas';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import {
  type AdministeredClassification,
  addClassification,
  type ClassificationChange,
  deleteClassification as removeClassification,
  requireAdministeredClassification,
  changeClassification as writeChange,
} from '../documents/administer-classifications.usecases.ts';
import type { Classification } from '../documents/classifications.usecases.ts';
import { requireClearance, updateClearance } from '../documents/clearances.usecases.ts';
import { lockMember } from '../tenants/administer-members.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
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

/** @throws ServiceError `key.classification_not_found`, `admin.changed_meanwhile`. */
export function changeClassification(
  services: AdminServices,
  actor: Actor,
  { id, change, ifMatch }: { id: string; change: ClassificationChange; ifMatch?: string | undefined },
): Promise<AdministeredClassification> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, record }) => {
    await assertUnchangedClassification(transaction, { tid, id }, ifMatch);
    await writeChange(transaction, { tid, id }, change);
    await record({ act: 'classification.changed', subject: id });
    return requireAdministeredClassification(transaction, { tid, id });
  });
}

/** @throws ServiceError `key.classification_not_found`, `admin.classification_…`, `admin.changed_meanwhile`. */
export function deleteClassification(
  services: AdminServices,
  actor: Actor,
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    await assertUnchangedClassification(transaction, { tid: actor.tid, id }, ifMatch);
    await removeClassification(transaction, { tid: actor.tid, id });
    await record({ act: 'classification.deleted', subject: id });
  });
}

/**
 * Sets the clearance of a person; null for the default.
 * @throws ServiceError `login.user_not_found`, `admin.changed_meanwhile`.
 */
export function setClearance(
  services: AdminServices,
  actor: Actor,
  { fid, level, ifMatch }: { fid: string; level: number | null; ifMatch: string | undefined },
): Promise<void> {
  return act(services, actor, async ({ transaction, record }) => {
    const key = { tid: actor.tid, fid };
    await lockMember(transaction, key);
    await assertUnchanged(ifMatch, entityTagFields.clearance, () => requireClearance(transaction, key));
    await updateClearance(transaction, { tid: actor.tid, fid, level });
    await record({ act: level === null ? 'clearance.taken' : 'clearance.set', subject: fid });
  });
}

async function assertUnchangedClassification(
  transaction: DatabaseTransaction,
  key: { tid: string; id: string },
  ifMatch: string | undefined,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  await assertUnchanged(ifMatch, entityTagFields.classification, () =>
    requireAdministeredClassification(transaction, key),
  );
}
