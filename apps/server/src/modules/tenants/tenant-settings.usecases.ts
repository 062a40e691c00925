import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { SecondFactor } from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isPublicHost } from '../../infra/outbound/public-hosts.adapter.ts';
import * as repository from './tenant-settings.repository.ts';

/** A tenant as its operator sees it. */
export interface AdministeredTenant {
  tid: string;
  name: string;
  logo: string | null;
  serviceVersion: string;
  namespace: string | null;
  otherClientsAllowed: boolean;
  serviceAPI: string | null;
  isLocal: boolean;
  /** When its people show both a password and a code to sign in. */
  secondFactor: SecondFactor;
  key: string;
  state: 'active' | 'closed';
  createAt: number;
  members: number;
}

/** What an operator sets of a tenant. */
export type TenantSettings = Pick<
  AdministeredTenant,
  'name' | 'logo' | 'serviceVersion' | 'otherClientsAllowed' | 'serviceAPI' | 'isLocal' | 'secondFactor'
> & { namespace: string };

/** The settings that a change names; what it leaves out stays. */
export type TenantChange = { [Name in keyof TenantSettings]?: TenantSettings[Name] | undefined };

export async function listAdministeredTenants(
  db: DatabaseHandle,
  { skip, limit, ...filter }: repository.TenantFilter & { skip: number; limit: number },
): Promise<{ total: number; data: AdministeredTenant[] }> {
  const [total, rows] = await Promise.all([
    repository.countTenants(db, filter),
    limit === 0 ? [] : repository.selectTenantPage(db, filter, { skip, limit }),
  ]);
  return { total, data: rows.map(fromRow) };
}

/** @throws ServiceError `admin.tenant_not_found`. */
export async function requireAdministeredTenant(
  db: DatabaseHandle,
  tid: string,
): Promise<AdministeredTenant> {
  const [row] = await repository.selectTenantPage(db, { tid }, { skip: 0, limit: 1 });
  if (!row) throw new ServiceError('admin.tenant_not_found');
  return fromRow(row);
}

/**
 * Locks a tenant as `lockTenant` does, and reads it after that.
 * @throws ServiceError `admin.tenant_not_found`.
 */
export async function lockAdministeredTenant(
  transaction: DatabaseTransaction,
  tid: string,
): Promise<AdministeredTenant> {
  await repository.lockTenantRow(transaction, tid);
  return requireAdministeredTenant(transaction, tid);
}

/**
 * Makes acts on one tenant wait for each other until the transaction ends.
 * @throws ServiceError `login.tenant_access_denied` where there is no such tenant, or a deleted one.
 */
export async function lockTenant(
  transaction: DatabaseTransaction,
  tid: string,
): Promise<{ isClosed: boolean }> {
  const row = await repository.lockTenantRow(transaction, tid);
  if (!row) throw new ServiceError('login.tenant_access_denied');
  return { isClosed: row.closed_at !== null };
}

/** @throws ServiceError `admin.namespace_taken`. */
export async function changeTenant(
  transaction: DatabaseTransaction,
  tid: string,
  change: TenantChange,
): Promise<void> {
  if (change.namespace !== undefined)
    await demandFreeNamespace(transaction, { tid, namespace: change.namespace });
  const changes = {
    name: change.name,
    logo: change.logo,
    service_version: change.serviceVersion,
    namespace: change.namespace,
    other_clients_allowed: change.otherClientsAllowed,
    service_api: change.serviceAPI,
    is_local: change.isLocal,
    second_factor: change.secondFactor,
  };
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length > 0) await repository.updateTenant(transaction, tid, named);
}

/** @throws ServiceError `admin.namespace_taken` where another tenant has it: its documents would pass for this one's. */
export async function demandFreeNamespace(
  transaction: DatabaseTransaction,
  wanted: { tid: string; namespace: string },
): Promise<void> {
  if (await repository.takeNamespace(transaction, wanted)) throw new ServiceError('admin.namespace_taken');
}

/** Keeps everyone of a tenant out; nothing of it is lost. Closing it again changes nothing. */
export async function closeTenant(
  transaction: DatabaseTransaction,
  { tid, at }: { tid: string; at: Date },
): Promise<void> {
  const { isClosed } = await lockTenant(transaction, tid);
  if (isClosed) return;
  await repository.updateTenant(transaction, tid, { closed_at: at });
  await repository.suspendMemberships(transaction, tid);
}

/** Lets those in again who were kept out when it was closed. */
export async function reopenTenant(transaction: DatabaseTransaction, tid: string): Promise<void> {
  await lockTenant(transaction, tid);
  await repository.updateTenant(transaction, tid, { closed_at: null });
  await repository.resumeMemberships(transaction, tid);
}

/**
 * The origin of a tenant's own server as it is kept.
 * @param allowPrivate - whether it may be a host of this machine or a private network; then also by http.
 * @throws ServiceError `admin.service_api_invalid`, `admin.service_api_private`.
 */
export function serviceOrigin(text: string, { allowPrivate }: { allowPrivate: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url && url.pathname === '/' && !/[?#@]/.test(text);
  const isSecure = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:');
  if (!url || !isBare || !isSecure) throw new ServiceError('admin.service_api_invalid');
  if (!allowPrivate && !isPublicHost(url.hostname)) throw new ServiceError('admin.service_api_private');
  return url.origin;
}

function fromRow(row: Awaited<ReturnType<typeof repository.selectTenantPage>>[number]): AdministeredTenant {
  return {
    tid: row.tid,
    name: row.name,
    logo: row.logo,
    serviceVersion: row.service_version,
    namespace: row.namespace,
    otherClientsAllowed: row.other_clients_allowed,
    serviceAPI: row.service_api,
    isLocal: row.is_local,
    secondFactor: row.second_factor,
    key: row.licence_key_id,
    state: row.closed_at === null ? 'active' : 'closed',
    createAt: row.created_at.getTime(),
    members: row.members ?? 0,
  };
}
