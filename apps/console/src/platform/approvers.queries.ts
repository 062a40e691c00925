import type { Answer } from '@sealflow/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';

export const approversCall = 'GET /api/v1/tenants/{tid}/admin/approvers';
const rolesCall = 'GET /api/v1/tenants/{tid}/admin/approver-roles';

export type Approver = Answer<typeof approversCall>['data'][number];

/** The first people who can get tasks and whose name contains the keyword. */
export function useApproverSearch(tid: string, keyword: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['approvers', tid, keyword],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(approversCall, {
        params: { tid },
        query: { limit: 20, ...(keyword === '' ? {} : { keyword }) },
        signal,
      }),
  });
}

/** The roles whose members can be chosen together. */
export function useApproverRoles(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['approvers', tid, 'roles'],
    queryFn: ({ signal }) => api.call(rolesCall, { params: { tid }, query: { limit: 100 }, signal }),
  });
}

/** Returns a function that loads the people with a role who can get tasks: at most as many as a stage may have. */
export function useLoadRole(tid: string): (roleID: string) => Promise<readonly Approver[]> {
  const api = useApi();
  return async (roleID) =>
    (await api.call(approversCall, { params: { tid }, query: { limit: 50, roleID } })).data;
}
