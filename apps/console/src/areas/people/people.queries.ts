import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/members';

export type Member = Answer<typeof listCall>['data'][number];
export type MemberFilter = Query<typeof listCall>;

/** A page of the people of a tenant. */
export function useMembers(tid: string, query: MemberFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}
