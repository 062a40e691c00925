import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../platform/api.hook.ts';

export const listCall = 'GET /api/v1/tenants/{tid}/admin/members';
const recordsCall = 'GET /api/v1/tenants/{tid}/audit';

export type Member = Answer<typeof listCall>['data'][number];
export type MemberFilter = Query<typeof listCall>;
export type NewMember = Body<'POST /api/v1/tenants/{tid}/admin/members'>;
export type MemberChange = Body<'PUT /api/v1/tenants/{tid}/admin/members/{fid}'>;

/** A page of the people of a tenant. */
export function useMembers(tid: string, query: MemberFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

export const shownRecordCount = 50;

/** The latest acts of a member in the audit. */
export function useMemberRecords(tid: string, fid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['audit', tid, 'member', fid],
    queryFn: ({ signal }) =>
      api.call(recordsCall, { params: { tid }, query: { fid, limit: shownRecordCount }, signal }),
  });
}

/** How many documents a member owns, and how many applications wait for the member. */
export function useHoldings(tid: string, fid: string, isEnabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', tid, 'holdings', fid],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const count = { params: { tid }, signal };
      const [documents, tasks] = await Promise.all([
        api.call('GET /api/v1/tenants/{tid}/admin/documents', { ...count, query: { owner: fid, limit: 0 } }),
        api.call('GET /api/v1/tenants/{tid}/admin/flows', { ...count, query: { assignee: fid, limit: 0 } }),
      ]);
      return { documents: documents.total, tasks: tasks.total };
    },
  });
}

/** Returns a function that loads people, and the counts of departments and roles, again. */
export function useRefreshPeople(tid: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      ['people', 'departments', 'roles'].map((key) => queries.invalidateQueries({ queryKey: [key, tid] })),
    );
  }, [queries, tid]);
}
