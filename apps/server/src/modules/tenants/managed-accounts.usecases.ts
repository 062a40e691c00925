import type { DatabaseHandle } from '../../infra/database/index.ts';
import {
  countManagedDevices,
  type DeviceFilter,
  type DeviceSort,
  selectManagedAccounts,
  selectManagedDevices,
} from './managed-accounts.repository.ts';

/** What a tenant sees of an account that it manages. */
export interface ManagedAccount {
  state: 'active' | 'locked' | 'closed';
  /** The end of the lock of password sign-ins from unknown devices; null without a lock. */
  lockedUntil: number | null;
  lastSignInAt: number | null;
  /** Number of devices that are not withdrawn. */
  devices: number;
}

/**
 * The accounts of these members that the tenant manages, by the id of the member. Other accounts are missing: their
 * sign-ins and devices concern other tenants too.
 */
export async function findManagedAccounts(
  db: DatabaseHandle,
  { tid, fids, now }: { tid: string; fids: readonly string[]; now: number },
): Promise<ReadonlyMap<string, ManagedAccount>> {
  const rows = fids.length === 0 ? [] : await selectManagedAccounts(db, { tid, fids });
  return new Map(
    rows.map((row) => {
      const lockedUntil = row.locked_until === null ? 0 : row.locked_until.getTime();
      const isLocked = lockedUntil > now;
      const openState = isLocked ? ('locked' as const) : ('active' as const);
      return [
        row.fid,
        {
          state: row.state === 'closed' ? ('closed' as const) : openState,
          lockedUntil: isLocked ? lockedUntil : null,
          lastSignInAt: row.last_at?.getTime() ?? null,
          devices: row.devices ?? 0,
        },
      ];
    }),
  );
}

/** A page of the devices of all accounts that the tenant manages, with the members to whom they belong. */
export async function listManagedDevices(
  db: DatabaseHandle,
  { skip, limit, sort, ...filter }: DeviceFilter & { skip: number; limit: number; sort: DeviceSort },
) {
  const page = { skip, limit, sort };
  const matches = filter.keyword && limit > 0 ? await selectManagedDevices(db, filter, page) : [];
  const total = matches[0]?.total ?? (await countManagedDevices(db, filter));
  const isRead = matches.length > 0 || limit === 0 || total <= skip;
  const rows = isRead ? matches : await selectManagedDevices(db, filter, page);
  const data = rows.map((row) => ({
    id: row.device_id,
    name: row.name,
    platform: row.platform,
    member: { fid: row.fid, name: row.member },
    createAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  }));
  return { total, data };
}
