import type { Answer } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/licence-keys';

export type Generation = Answer<typeof listCall>['data'][number];

/** A page of the generations of the licence key, the newest first. */
export function useGenerations(tid: string, query: { readonly skip: number; readonly limit: number }) {
  const api = useApi();
  return useQuery({
    queryKey: ['licence-keys', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

/** The acts on the licence key. Each reloads the list. */
export function useKeyActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['licence-keys', tid] });
  return {
    rotate: async () => {
      const { data } = await api.call('POST /api/v1/tenants/{tid}/licence-key/actions/rotate', {
        params: { tid },
      });
      await reload();
      return data.generation;
    },
    withdraw: async (generation: number) => {
      await api.call('POST /api/v1/tenants/{tid}/admin/licence-keys/{generation}/actions/withdraw', {
        params: { tid, generation },
      });
      await reload();
    },
  };
}
