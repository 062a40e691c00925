import type { Answer } from '@sealflow/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const overviewCall = 'GET /api/v1/tenants/{tid}/admin/overview';
const flowsCall = 'GET /api/v1/tenants/{tid}/admin/flows-overview';

export type Overview = Answer<typeof overviewCall>['data'];
export type FlowsOverview = Answer<typeof flowsCall>['data'];

/** Days of the charts end at midnight of this browser. */
const dayQuery = () => ({ offsetMinutes: -new Date().getTimezoneOffset() });

/** The numbers about people, documents and keys that the person may see. */
export function useOverview(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['overview', tid],
    queryFn: async ({ signal }) =>
      (await api.call(overviewCall, { params: { tid }, query: dayQuery(), signal })).data,
  });
}

/** The numbers about applications. */
export function useFlowsOverview(tid: string, isEnabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['overview', tid, 'flows'],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      (await api.call(flowsCall, { params: { tid }, query: dayQuery(), signal })).data,
  });
}
