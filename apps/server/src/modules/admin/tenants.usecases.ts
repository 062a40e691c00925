import { entityTagFields } from '@sealflow/contract/schemas';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import { hasDocuments } from '../documents/administer-documents.usecases.ts';
import {
  type AdministeredTenant,
  lockAdministeredTenant,
  closeTenant as markClosed,
  reopenTenant as markOpen,
  parseServiceOrigin,
  requireAdministeredTenant,
  type TenantChange,
  changeTenant as writeChange,
} from '../tenants/tenant-settings.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { type ActionContext, act, operatorActor } from './audited-action.usecases.ts';
import { recordAuditedSettings } from './audited-settings.usecases.ts';
import { assertRetention } from './retention-limits.usecases.ts';

interface TenantTarget {
  operatorID: string;
  tid: string;
  /** The tag that the caller read; undefined if the caller does not compare. */
  ifMatch?: string | undefined;
}

/**
 * Changes the given fields of a tenant.
 * @throws ServiceError `admin.tenant_not_found`, `admin.namespace_taken`, `admin.namespace_in_use`,
 * `admin.service_api_invalid`, `admin.service_api_private`, `admin.changed_meanwhile`,
 * `admin.retention_too_long`.
 */
export function changeTenant(
  services: AdminServices,
  target: TenantTarget,
  change: TenantChange,
): Promise<AdministeredTenant> {
  const { tid } = target;
  assertRetention(services.retention, change);
  const { serviceAPI } = change;
  const origin =
    serviceAPI == null
      ? serviceAPI
      : parseServiceOrigin(serviceAPI, { allowPrivate: services.allowPrivateServiceApi });
  return runOnTenant(services, target, async (context, before) => {
    const { transaction, record } = context;
    const isRenamed = change.namespace !== undefined && change.namespace !== before.namespace;
    if (isRenamed && (await hasDocuments(transaction, tid))) throw new ServiceError('admin.namespace_in_use');
    await writeChange(transaction, tid, { ...change, serviceAPI: origin });
    await record({ act: 'tenant.changed', subject: tid });
    await recordAuditedSettings(context, { before, change });
  });
}

/**
 * Closes a tenant: its members lose access, its data stays.
 * @throws ServiceError `admin.tenant_not_found`, `admin.changed_meanwhile`.
 */
export function closeTenant(services: AdminServices, target: TenantTarget): Promise<AdministeredTenant> {
  return runOnTenant(services, target, async ({ transaction, at, record }) => {
    await markClosed(transaction, { tid: target.tid, at });
    await record({ act: 'tenant.closed', subject: target.tid });
  });
}

/** @throws ServiceError `admin.tenant_not_found`. */
export function reopenTenant(services: AdminServices, target: TenantTarget): Promise<AdministeredTenant> {
  return runOnTenant(services, target, async ({ transaction, record }) => {
    await markOpen(transaction, target.tid);
    await record({ act: 'tenant.reopened', subject: target.tid });
  });
}

function runOnTenant(
  services: AdminServices,
  { operatorID, tid, ifMatch }: TenantTarget,
  work: (context: ActionContext, before: AdministeredTenant) => Promise<void>,
): Promise<AdministeredTenant> {
  return act(services, operatorActor(operatorID, tid), async (context) => {
    const before = await lockAdministeredTenant(context.transaction, tid);
    await assertUnchanged(ifMatch, entityTagFields.tenant, async () => before);
    await work(context, before);
    return requireAdministeredTenant(context.transaction, tid);
  });
}
