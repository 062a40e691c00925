import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import {
  endAllSessions,
  requestPasswordReset,
} from '../accounts/administration/administer-accounts.usecases.ts';
import { listDevicesOf, withdrawAccountDevice } from '../accounts/devices/devices.usecases.ts';
import { getPushStates } from '../push/registrations.usecases.ts';
import { assertManagedAccount } from '../tenants/administer-members.usecases.ts';
import { requireAdministeredMember } from '../tenants/administered-members.usecases.ts';
import { type Authority, assertAuthority, authorityOf } from '../tenants/authority.usecases.ts';
import { listManagedDevices } from '../tenants/managed-accounts.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';

/**
 * Lists the devices of a person's account.
 * @throws ServiceError `login.user_not_found`, `admin.account_of_another_tenant`.
 */
export async function listMemberDevices(
  { db }: AdminServices,
  actor: Actor,
  { fid, skip, limit }: { fid: string; skip: number; limit: number },
) {
  const aid = await requireManagedAccount(db, actor, fid);
  const devices = await listDevicesOf(db, aid);
  const page = devices.slice(skip, skip + limit);
  const pushes = await getPushStates(db, aid);
  const data = page.map((device) => Object.assign(device, { push: pushes.get(device.id) ?? null }));
  return { total: devices.length, data };
}

type DeviceQuery = Omit<Parameters<typeof listManagedDevices>[1], 'tid' | 'seenFrom' | 'seenTo'> & {
  readonly seenFrom?: number | undefined;
  readonly seenTo?: number | undefined;
};

/** Lists the devices of all accounts that the tenant manages. */
export function listTenantDevices(
  { db }: AdminServices,
  { tid }: Actor,
  { seenFrom, seenTo, ...query }: DeviceQuery,
) {
  const toDate = (time: number | undefined) => (time === undefined ? undefined : new Date(time));
  return listManagedDevices(db, { ...query, tid, seenFrom: toDate(seenFrom), seenTo: toDate(seenTo) });
}

/**
 * Withdraws a device of a person. Its keys belong to the account, so it is withdrawn in all tenants.
 * @throws ServiceError `login.user_not_found`, `login.device_not_found`, `admin.beyond_own_rights`,
 * `admin.account_of_another_tenant`.
 */
export function withdrawMemberDevice(
  services: AdminServices,
  actor: Actor,
  { fid, deviceID }: { fid: string; deviceID: string },
): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const aid = await requireManagedAccount(transaction, actor, fid, authorityOf(actor));
    await withdrawAccountDevice(transaction, { aid, deviceID, at });
    await record({ act: 'device.withdrawn', subject: deviceID });
  });
}

/** @throws ServiceError `login.user_not_found`, `admin.beyond_own_rights`, `admin.account_of_another_tenant`. */
export function endMemberSessions(services: AdminServices, actor: Actor, fid: string): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const aid = await requireManagedAccount(transaction, actor, fid, authorityOf(actor));
    await endAllSessions(transaction, { aid, at });
    await record({ act: 'member.sessions_ended', subject: fid });
  });
}

/**
 * Invalidates the password of a person's account and makes them set a new one by a code, which no administrator sees.
 * @throws ServiceError `login.user_not_found`, `admin.beyond_own_rights`, `admin.account_of_another_tenant`,
 * `admin.account_without_contact`.
 */
export function requestMemberReset(services: AdminServices, actor: Actor, fid: string): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const aid = await requireManagedAccount(transaction, actor, fid, authorityOf(actor));
    await requestPasswordReset(services.accounts, transaction, { aid, at });
    await record({ act: 'member.reset_requested', subject: fid });
  });
}

/** The account of a person. The operator may manage every account, a tenant only its managed ones. */
async function requireManagedAccount(
  db: DatabaseHandle,
  { kind, tid }: Actor,
  fid: string,
  authority?: Authority,
): Promise<string> {
  const { aid, effectiveRights } = await requireAdministeredMember(db, { tid, fid });
  if (authority) assertAuthority(authority, effectiveRights);
  if (kind === 'member') await assertManagedAccount(db, { tid, fid });
  if (aid === null) throw new ServiceError('login.user_not_found');
  return aid;
}
