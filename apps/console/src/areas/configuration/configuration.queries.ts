import type { Answer } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/admin/config-params';

export type ConfigParam = Answer<typeof listCall>['data'][number];

/** All settings that apps receive. */
export function useConfigParams() {
  const api = useApi();
  return useQuery({ queryKey: ['config-params'], queryFn: ({ signal }) => api.call(listCall, { signal }) });
}

/** Sets a setting; null restores its default. */
export function useSetConfigParam(name: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: string | null) =>
      api.call('PUT /api/v1/admin/config-params/{name}', { params: { name }, body: { value } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['config-params'] }),
  });
}
