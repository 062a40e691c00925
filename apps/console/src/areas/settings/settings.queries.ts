import type { Answer, Body } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const readCall = 'GET /api/v1/tenants/{tid}/admin/settings';
const changeCall = 'PUT /api/v1/tenants/{tid}/admin/settings';

export type Settings = Answer<typeof readCall>['data'];
export type SettingsChange = Body<typeof changeCall>;

/** The settings of an organisation. They are read once: a form must not change under the person. */
export function useSettings(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', tid],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.call(readCall, { params: { tid }, signal })).data,
  });
}

export function useChangeSettings(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: SettingsChange) =>
      (await api.call(changeCall, { params: { tid }, body: change })).data,
    onSuccess: (settings) => queries.setQueryData(['settings', tid], settings),
  });
}
