import type { FlowInfo } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';
import type { FlowView } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';

const maxFollowed = 100;

/** The applications that the user follows, the last followed first. */
export function useFollowedFlows() {
  const api = useApi();
  const { tid } = useWorkTenant();
  return useQuery({
    queryKey: [...workKeys.all(tid), 'followed'],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-followed-flows', {
        params: { tid },
        query: { limit: maxFollowed },
        signal,
      }),
  });
}

type FollowChange = { readonly flowID: string; readonly isFollowed: boolean };

/** Starts or ends following an application. */
export function useFollow() {
  const api = useApi();
  const client = useQueryClient();
  const { tid } = useWorkTenant();
  return useMutation({
    mutationFn: async ({ flowID, isFollowed }: FollowChange) => {
      const params = { tid, flowID };
      await (isFollowed
        ? api.call('PUT /api/v1/tenants/{tid}/flows/{flowID}/follow', { params })
        : api.call('DELETE /api/v1/tenants/{tid}/flows/{flowID}/follow', { params }));
    },
    onSuccess: (_, { flowID, isFollowed }) => {
      client.setQueryData<FlowView>(
        workKeys.flow(tid, flowID),
        (view) => view && { ...view, info: withFollowed(view.info, isFollowed) },
      );
      return client.invalidateQueries({ queryKey: [...workKeys.all(tid), 'followed'] });
    },
  });
}

function withFollowed(info: FlowInfo, isFollowed: boolean): FlowInfo {
  const { isFollowed: _before, ...rest } = info;
  return isFollowed ? { ...rest, isFollowed } : rest;
}
