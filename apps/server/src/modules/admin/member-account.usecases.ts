import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { endEverySession } from '../accounts/administer-accounts.usecases.ts';
import { listDevicesOf, withdrawDeviceOf } from '../accounts/devices.usecases.ts';
import { pushStatesOf } from '../push/push-states.usecases.ts';
import { demandOwnAccount, requireAdministeredMember } from '../tenants/administer-members.usecases.ts';
import { authorityOf, demandAuthority } from '../tenants/authority.usecases.ts';
import { act } from './act.usecases.ts';
import type { AdminServices } from './admin.port.ts';

/** The devices of a person's account. @throws ServiceError `login.user_not_found`, `admin.account_of_another_tenant`. */
export async function listMemberDevices(
  { db }: AdminServices,
  actor: Actor,
  { fid, skip, limit }: { fid: string; skip: number; limit: number },
) {
  const { aid } = await requireAdministeredMember(db, { tid: actor.tid, fid });
  await demandOwn(db, actor, fid);
  const devices = await listDevicesOf(db, aid);
  const shown = devices.slice(skip, skip + limit);
  const pushes = await pushStatesOf(db, aid);
  const data = shown.map((device) => Object.assign(device, { push: pushes.get(device.id) ?? null }));
  return { total: devices.length, data };
}

/**
 * Withdraws a device of a person: keys belong to the account, so it is withdrawn everywhere.
 * @throws ServiceError `login.user_not_found`, `login.device_not_found`, `admin.beyond_own_rights`,
 * `admin.account_of_another_tenant`.
 */
export function withdrawMemberDevice(
  services: AdminServices,
  actor: Actor,
  { fid, deviceID }: { fid: string; deviceID: string },
): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const member = await requireAdministeredMember(transaction, { tid: actor.tid, fid });
    demandAuthority(authorityOf(actor), member.effectiveRights);
    await demandOwn(transaction, actor, fid);
    await withdrawDeviceOf(transaction, { aid: member.aid, deviceID, at });
    await record({ act: 'device.withdrawn', subject: deviceID });
  });
}

/** @throws ServiceError `login.user_not_found`, `admin.beyond_own_rights`, `admin.account_of_another_tenant`. */
export function endMemberSessions(services: AdminServices, actor: Actor, fid: string): Promise<void> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const member = await requireAdministeredMember(transaction, { tid: actor.tid, fid });
    demandAuthority(authorityOf(actor), member.effectiveRights);
    await demandOwn(transaction, actor, fid);
    await endEverySession(transaction, { aid: member.aid, at });
    await record({ act: 'member.sessions_ended', subject: fid });
  });
}

/** The operator touches everybody's account, others that of their own tenant's people. */
async function demandOwn(db: DatabaseHandle, { kind, tid }: Actor, fid: string): Promise<void> {
  if (kind === 'member') await demandOwnAccount(db, { tid, fid });
}
