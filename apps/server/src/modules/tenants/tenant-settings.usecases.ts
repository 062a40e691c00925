import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { ExactPagesMode, SecondFactor } from '../../infra/database/tables/tenants.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isPublicHost } from '../../infra/outbound/public-hosts.util.ts';
import * as repository from './tenant-settings.repository.ts';

/** A tenant as the operator sees it. */
export interface AdministeredTenant {
  tid: string;
  name: string;
  logo: string | null;
  serviceVersion: string;
  namespace: string | null;
  otherClientsAllowed: boolean;
  serviceAPI: string | null;
  isLocal: boolean;
  /** When the sign-in of its people requires both a password and a code. */
  secondFactor: SecondFactor;
  exactPages: ExactPagesMode;
  /** Whether the service converts documents to PDF. */
  renditions: boolean;
  /** Whether the app indexes the text of documents on the device. */
  fullTextSearch: boolean;
  /** The highest level of a classification whose documents may be printed; null: no printing. */
  printingMaxLevel: number | null;
  /** Whether administrators see the waiting time of each person. */
  insightOnPeople: boolean;
  /** For how many days messages are kept; null: as long as the deployment keeps them. */
  messageDays: number | null;
  /** The same for applications, from their end. */
  applicationDays: number | null;
  /** Whether ended applications are archived before they are deleted. */
  archiveApplications: boolean;
  key: string;
  state: 'active' | 'closed';
  createAt: number;
  members: number;
}

/** The settings of a tenant that the operator controls. */
export type TenantSettings = Pick<
  AdministeredTenant,
  | 'name'
  | 'logo'
  | 'serviceVersion'
  | 'otherClientsAllowed'
  | 'serviceAPI'
  | 'isLocal'
  | 'secondFactor'
  | 'exactPages'
  | 'renditions'
  | 'fullTextSearch'
  | 'printingMaxLevel'
  | 'insightOnPeople'
  | 'messageDays'
  | 'applicationDays'
  | 'archiveApplications'
> & { namespace: string };

/** Changes of settings. Omitted settings stay. */
export type TenantChange = { [Name in keyof TenantSettings]?: TenantSettings[Name] | undefined };

export async function listAdministeredTenants(
  db: DatabaseHandle,
  { skip, limit, ...filter }: repository.TenantFilter & { skip: number; limit: number },
): Promise<{ total: number; data: AdministeredTenant[] }> {
  const [total, rows] = await Promise.all([
    repository.countTenants(db, filter),
    limit === 0 ? [] : repository.selectTenantPage(db, filter, { skip, limit }),
  ]);
  return { total, data: rows.map(toAdministeredTenant) };
}

/** @throws ServiceError `admin.tenant_not_found`. */
export async function requireAdministeredTenant(
  db: DatabaseHandle,
  tid: string,
): Promise<AdministeredTenant> {
  const [row] = await repository.selectTenantPage(db, { tid }, { skip: 0, limit: 1 });
  if (!row) throw new ServiceError('admin.tenant_not_found');
  return toAdministeredTenant(row);
}

/**
 * Locks a tenant like {@link lockTenant}, then reads it.
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
 * Locks a tenant until the transaction ends, which serializes changes of it.
 * @throws ServiceError `login.tenant_access_denied` where the tenant does not exist or is deleted.
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
    await assertNamespaceAvailable(transaction, { tid, namespace: change.namespace });
  const changes = {
    name: change.name,
    logo: change.logo,
    service_version: change.serviceVersion,
    namespace: change.namespace,
    other_clients_allowed: change.otherClientsAllowed,
    service_api: change.serviceAPI,
    is_local: change.isLocal,
    second_factor: change.secondFactor,
    exact_pages: change.exactPages,
    renditions: change.renditions,
    full_text_search: change.fullTextSearch,
    printing_max_level: change.printingMaxLevel,
    insight_on_people: change.insightOnPeople,
    message_days: change.messageDays,
    application_days: change.applicationDays,
    archive_applications: change.archiveApplications,
  };
  const changedColumns = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(changedColumns).length > 0) await repository.updateTenant(transaction, tid, changedColumns);
}

/**
 * @throws ServiceError `admin.namespace_taken`: with a shared namespace documents of one tenant would pass for those of
 * the other.
 */
export async function assertNamespaceAvailable(
  transaction: DatabaseTransaction,
  candidate: { tid: string; namespace: string },
): Promise<void> {
  if (await repository.lockNamespace(transaction, candidate)) throw new ServiceError('admin.namespace_taken');
}

/** Closes a tenant: ends all memberships and deletes nothing. The call is idempotent. */
export async function closeTenant(
  transaction: DatabaseTransaction,
  { tid, at }: { tid: string; at: Date },
): Promise<void> {
  const { isClosed } = await lockTenant(transaction, tid);
  if (isClosed) return;
  await repository.updateTenant(transaction, tid, { closed_at: at });
  await repository.suspendMemberships(transaction, tid);
}

/** Reopens a tenant and restores the memberships that ended when it was closed. */
export async function reopenTenant(transaction: DatabaseTransaction, tid: string): Promise<void> {
  await lockTenant(transaction, tid);
  await repository.updateTenant(transaction, tid, { closed_at: null });
  await repository.resumeMemberships(transaction, tid);
}

/**
 * Parses the URL of a tenant's own server.
 * @param options - `allowPrivate`: whether hosts of this machine and of private networks are allowed, also by http.
 * @returns the origin in its stored form.
 * @throws ServiceError `admin.service_api_invalid`, `admin.service_api_private`.
 */
export function parseServiceOrigin(text: string, { allowPrivate }: { allowPrivate: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url && url.pathname === '/' && !/[?#@]/.test(text);
  const isSecure = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:');
  if (!url || !isBare || !isSecure) throw new ServiceError('admin.service_api_invalid');
  if (!allowPrivate && !isPublicHost(url.hostname)) throw new ServiceError('admin.service_api_private');
  return url.origin;
}

function toAdministeredTenant(
  row: Awaited<ReturnType<typeof repository.selectTenantPage>>[number],
): AdministeredTenant {
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
    exactPages: row.exact_pages,
    renditions: row.renditions,
    fullTextSearch: row.full_text_search,
    printingMaxLevel: row.printing_max_level,
    insightOnPeople: row.insight_on_people,
    messageDays: row.message_days,
    applicationDays: row.application_days,
    archiveApplications: row.archive_applications,
    key: row.licence_key_id,
    state: row.closed_at === null ? 'active' : 'closed',
    createAt: row.created_at.getTime(),
    members: row.members ?? 0,
  };
}
