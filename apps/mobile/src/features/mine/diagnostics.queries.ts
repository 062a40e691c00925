import { formatLocations, parseLocations } from '@sealflow/domain/locations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';
import { type Position, usePlatform } from '../../platform/index.ts';

/** The three settings that the service provides for apps (section 7). */
export const paramNames = [
  'app-cs-create-non-pump-order-limit-time',
  'app-cs-create-pump-order-limit-time',
  'app-driver-show-waybill-state',
] as const;

/** Round-trip time to the service, in ms. */
export function usePing() {
  const api = useApi();
  return useQuery({
    queryKey: ['account', 'ping'],
    queryFn: async ({ signal }) => {
      const startedAt = performance.now();
      await api.call('GET /.well-known/jwks.json', { token: null, signal, timeoutMs: 10_000 });
      return Math.round(performance.now() - startedAt);
    },
    gcTime: 0,
    staleTime: 0,
  });
}

export function useConfigParams() {
  const api = useApi();
  return useQuery({
    queryKey: ['account', 'config-params'],
    queryFn: ({ signal }) =>
      Promise.all(
        paramNames.map(async (name) => {
          const { data } = await api.call('GET /api/v1/config-params/{name}', { params: { name }, signal });
          return { name, value: data.value };
        }),
      ),
  });
}

export function useDeviceId() {
  const { deviceKeys } = usePlatform();
  return useQuery({
    queryKey: ['account', 'device-id'],
    queryFn: async () => (await deviceKeys.current())?.id ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useStorageState() {
  const { storage } = usePlatform();
  return useQuery({
    queryKey: ['account', 'storage-state'],
    queryFn: () => storage.state(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type LocatedPosition = { readonly position: Position; readonly gps: string; readonly map: string };

/**
 * Locates the device and converts the position to Chinese map coordinates. Runs on request only; nothing is
 * stored.
 */
export function useLocatePosition() {
  const api = useApi();
  const { geolocation } = usePlatform();
  return useMutation({
    mutationFn: async (): Promise<LocatedPosition | 'denied' | 'unavailable'> => {
      const position = await geolocation.current();
      if (typeof position === 'string') return position;
      const gps = formatLocations([position]);
      const { data, status } = await api.call('GET /api/v1/location/convert', {
        query: { locations: gps, from: 'gps' },
      });
      const isConverted = status === 1 && parseLocations(data.locations)?.length === 1;
      return isConverted ? { position, gps, map: data.locations } : 'unavailable';
    },
    gcTime: 0,
  });
}
