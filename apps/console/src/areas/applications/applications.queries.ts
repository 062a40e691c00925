import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/flows';
const oneCall = 'GET /api/v1/tenants/{tid}/admin/flows/{flowID}';
const retryCall = 'POST /api/v1/tenants/{tid}/admin/flows/{flowID}/actions/try-again';
const cancelCall = 'POST /api/v1/tenants/{tid}/flows/{flowID}/actions/administrator-cancel';
const reassignCall = 'POST /api/v1/tenants/{tid}/admin/tasks/{taskID}/actions/reassign';

export type Application = Answer<typeof listCall>['data'][number];
export type ApplicationInfo = Answer<typeof oneCall>['data'];
export type ApplicationFilter = Query<typeof listCall>;

/** A page of the applications of a tenant. */
export function useApplications(tid: string, query: ApplicationFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['applications', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

/** Loads any page for an export. */
export function useLoadApplications(tid: string) {
  const api = useApi();
  return (query: ApplicationFilter, signal: AbortSignal) =>
    api.call(listCall, { params: { tid }, query, signal });
}

/** One application with its process and the facts of its files. */
export function useApplication(tid: string, flowID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['applications', tid, 'one', flowID],
    queryFn: async ({ signal }) => (await api.call(oneCall, { params: { tid, flowID }, signal })).data,
  });
}

/** The acts of an administrator on an application. Each refreshes the lists. */
export function useApplicationActs(tid: string, flowID: string) {
  const api = useApi();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['applications', tid] });
  const tryAgain = useMutation({
    mutationFn: () => api.call(retryCall, { params: { tid, flowID } }),
    onSuccess,
  });
  const cancel = useMutation({
    mutationFn: (note: string) => api.call(cancelCall, { params: { tid, flowID }, body: { note } }),
    onSuccess,
  });
  const reassign = useMutation({
    mutationFn: ({ taskID, ...body }: { taskID: string; assignee: string; reason: string }) =>
      api.call(reassignCall, { params: { tid, taskID }, body }),
    onSuccess,
  });
  return { tryAgain, cancel, reassign };
}
