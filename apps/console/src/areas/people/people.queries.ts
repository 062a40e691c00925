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

/** Returns a function that loads people, and the counts of departments and roles, again. */
export function useRefreshPeople(tid: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      ['people', 'departments', 'roles'].map((key) => queries.invalidateQueries({ queryKey: [key, tid] })),
    );
  }, [queries, tid]);
}
