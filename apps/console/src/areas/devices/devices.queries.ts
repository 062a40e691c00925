import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { toOutcomes } from '../../platform/bulk-results.util.ts';

export const devicesCall = 'GET /api/v1/tenants/{tid}/admin/devices';
export const bulkCall = 'POST /api/v1/tenants/{tid}/admin/devices/actions/bulk';
const withdrawCall = 'POST /api/v1/tenants/{tid}/admin/members/{fid}/devices/{deviceID}/actions/withdraw';

export type ManagedDevice = Answer<typeof devicesCall>['data'][number];
export type DeviceQuery = Query<typeof devicesCall>;

/** What identifies a device of a list: an account may have the id of a device of another account. */
export const keyOf = ({ member, id }: ManagedDevice): string => `${member.fid}/${id}`;

/** The parts of the result of {@link keyOf}. */
export function fromKey(key: string): { readonly fid: string; readonly deviceID: string } {
  const [fid = '', ...rest] = key.split('/');
  return { fid, deviceID: rest.join('/') };
}

/** A page of the devices of all members. */
export function useManagedDevices(tid: string, query: DeviceQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['devices', tid, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(devicesCall, { params: { tid }, query, signal }),
  });
}

/** One device; null if no member has it any more. */
export function useManagedDevice(tid: string, key: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['devices', tid, 'one', key],
    queryFn: async ({ signal }) => {
      const query = { keyword: fromKey(key).deviceID, state: 'all', limit: 100 } as const;
      const { data } = await api.call(devicesCall, { params: { tid }, query, signal });
      return data.find((device) => keyOf(device) === key) ?? null;
    },
  });
}

/** Withdraws devices. `reload` loads what the page shows of devices. */
export function useDeviceActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return {
    reload: async () => {
      await queries.invalidateQueries({ queryKey: ['devices', tid] });
      await queries.invalidateQueries({ queryKey: ['people', tid, 'devices'] });
    },
    withdraw: (key: string) => api.call(withdrawCall, { params: { tid, ...fromKey(key) } }),
    withdrawMany: async (keys: readonly string[]) => {
      const { data } = await api.call(bulkCall, {
        params: { tid },
        body: { devices: keys.map(fromKey), action: { kind: 'withdraw' } },
      });
      return toOutcomes(data);
    },
  };
}
