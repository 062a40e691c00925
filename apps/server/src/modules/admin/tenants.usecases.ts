import { ServiceError } from '../../infra/errors/service.errors.ts';
import { hasDocuments } from '../documents/administer-documents.usecases.ts';
import {
  type AdministeredTenant,
  lockAdministeredTenant,
  closeTenant as markClosed,
  reopenTenant as markOpen,
  requireAdministeredTenant,
  serviceOrigin,
  type TenantChange,
  changeTenant as writeChange,
} from '../tenants/tenant-settings.usecases.ts';
import { type Acting, act, operatorActor } from './act.usecases.ts';
import type { AdminServices } from './admin.port.ts';

interface Ask {
  operatorID: string;
  tid: string;
}

/**
 * Changes the given fields of a tenant.
 * @throws ServiceError `admin.tenant_not_found`, `admin.namespace_taken`, `admin.namespace_in_use`,
 * `admin.service_api_invalid`, `admin.service_api_private`.
 */
export function changeTenant(
  services: AdminServices,
  ask: Ask,
  change: TenantChange,
): Promise<AdministeredTenant> {
  const { tid } = ask;
  const { serviceAPI } = change;
  const origin =
    serviceAPI == null
      ? serviceAPI
      : serviceOrigin(serviceAPI, { allowPrivate: services.allowPrivateServiceApi });
  return onTenant(services, ask, async ({ transaction, record }, before) => {
    const renames = change.namespace !== undefined && change.namespace !== before.namespace;
    if (renames && (await hasDocuments(transaction, tid))) throw new ServiceError('admin.namespace_in_use');
    await writeChange(transaction, tid, { ...change, serviceAPI: origin });
    await record({ act: 'tenant.changed', subject: tid });
    const { secondFactor = before.secondFactor } = change;
    if (secondFactor === before.secondFactor) return;
    // A separate record, because auditors search for the direction of this change.
    const isDropped = secondFactor === 'none';
    await record({
      act: isDropped ? 'tenant.second_factor_dropped' : 'tenant.second_factor_demanded',
      subject: tid,
    });
  });
}

/**
 * Closes a tenant: its members lose access, its data stays.
 * @throws ServiceError `admin.tenant_not_found`.
 */
export function closeTenant(services: AdminServices, ask: Ask): Promise<AdministeredTenant> {
  return onTenant(services, ask, async ({ transaction, at, record }) => {
    await markClosed(transaction, { tid: ask.tid, at });
    await record({ act: 'tenant.closed', subject: ask.tid });
  });
}

/** @throws ServiceError `admin.tenant_not_found`. */
export function reopenTenant(services: AdminServices, ask: Ask): Promise<AdministeredTenant> {
  return onTenant(services, ask, async ({ transaction, record }) => {
    await markOpen(transaction, ask.tid);
    await record({ act: 'tenant.reopened', subject: ask.tid });
  });
}

function onTenant(
  services: AdminServices,
  { operatorID, tid }: Ask,
  work: (acting: Acting, before: AdministeredTenant) => Promise<void>,
): Promise<AdministeredTenant> {
  return act(services, operatorActor(operatorID, tid), async (acting) => {
    await work(acting, await lockAdministeredTenant(acting.transaction, tid));
    return requireAdministeredTenant(acting.transaction, tid);
  });
}
