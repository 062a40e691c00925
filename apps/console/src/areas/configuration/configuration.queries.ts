import type { Answer } from '@sealflow/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';

const listCall = 'GET /api/v1/admin/config-params';
const readCall = 'GET /api/v1/config-params/{name}';

export type ConfigParam = Answer<typeof listCall>['data'][number];
export type ParamValue = Answer<typeof readCall>['data'];

/** All settings that apps receive. */
export function useConfigParams() {
  const api = useApi();
  return useQuery({ queryKey: ['config-params'], queryFn: ({ signal }) => api.call(listCall, { signal }) });
}

/** One setting with its entity tag. */
export function useConfigParam(name: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['config-params', name],
    queryFn: ({ signal }) => readTagged<ParamValue>(api.open(readCall, { params: { name }, signal })),
  });
}

/** The calls that read and set a setting. Null restores its default. */
export function useConfigParamActs(name: string) {
  const api = useApi();
  const queries = useQueryClient();
  return {
    read: () => readTagged<ParamValue>(api.open(readCall, { params: { name } })),
    set: async (value: string | null, tag: string) => {
      await api.call('PUT /api/v1/admin/config-params/{name}', {
        params: { name },
        body: { value },
        ...ifMatch(tag),
      });
      await queries.invalidateQueries({ queryKey: ['config-params'] });
    },
  };
}
