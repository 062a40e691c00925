import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';

const devicesKey = ['account', 'devices'] as const;

export function useDevices() {
  const api = useApi();
  return useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await api.call('GET /api/v1/devices', { signal })).data,
  });
}

type DeviceWithdrawal = { readonly id: string; readonly isCurrent: boolean };

/** Withdraws a device of the account. */
export function useWithdrawDevice() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: DeviceWithdrawal) =>
      api.call('DELETE /api/v1/devices/{deviceID}', { params: { deviceID: id } }),
    // After this device was withdrawn, there is no session left to refetch with.
    onSuccess: async (_, { isCurrent }) => {
      if (!isCurrent) await client.invalidateQueries({ queryKey: devicesKey });
    },
  });
}
