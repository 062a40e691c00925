import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';

/** Number of days in which a deletion can be withdrawn. */
export function useDeletionDelay() {
  const api = useApi();
  return useQuery({
    queryKey: ['account', 'deletion'],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/v1/account/deletion', { signal })).data.delayDays,
  });
}

/**
 * Exports all data that the service stores about the user as a file; the signal cancels it. The app keeps no
 * copy.
 */
export function useExportOwnData() {
  const api = useApi();
  const platform = usePlatform();
  return useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const content = await api.call('GET /api/v1/account/export', { signal });
      const bytes = new TextEncoder().encode(JSON.stringify(content, null, 2));
      signal.throwIfAborted();
      const day = new Date(platform.clock.now()).toISOString().slice(0, 10);
      return (await platform.files()).exportBytes(bytes, `sealflow-${day}.json`);
    },
  });
}

/** Requests the deletion of the account. @returns when it is deleted, in milliseconds since 1970. */
export function useDeleteAccount() {
  const api = useApi();
  return useMutation({
    mutationFn: async (password: string) =>
      (await api.call('POST /api/v1/account/actions/delete', { body: { password } })).data.deleteAt,
  });
}
