import type { Answer, CallId } from '@sealflow/contract';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCan } from './access.queries.ts';
import { useApi } from './api.hook.ts';
import { approversCall } from './approvers.queries.ts';
import { readTagged } from './tagged.util.ts';

const rolesCall = 'GET /api/v1/tenants/{tid}/admin/roles';
const roleCall = 'GET /api/v1/tenants/{tid}/admin/roles/{roleID}';
const departmentsCall = 'GET /api/v1/tenants/{tid}/admin/organisations';
const membersCall = 'GET /api/v1/tenants/{tid}/admin/members';
const memberCall = 'GET /api/v1/tenants/{tid}/admin/members/{fid}';
const devicesCall = 'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices';

type Item<N extends CallId> = Answer<N> extends { data: (infer T)[] } ? T : never;

export type Role = Item<typeof rolesCall>;
export type Department = Item<typeof departmentsCall>;
export type Device = Item<typeof devicesCall>;

const pageSize = 100;

/** All items of a list that is small by its nature. */
async function readAll<T>(
  load: (page: { skip: number; limit: number }) => Promise<{ total: number; data: T[] }>,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (;;) {
    const { total, data } = await load({ skip: items.length, limit: pageSize });
    items.push(...data);
    if (data.length === 0 || items.length >= total) return items;
  }
}

/** All roles of a tenant, built-in ones first. */
export function useRoles(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['roles', tid],
    queryFn: ({ signal }) => readAll((query) => api.call(rolesCall, { params: { tid }, query, signal })),
  });
}

/** One role with its entity tag. */
export function useRole(tid: string, roleID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['roles', tid, 'one', roleID],
    queryFn: ({ signal }) => readTagged<Role>(api.open(roleCall, { params: { tid, roleID }, signal })),
  });
}

/** The query of all departments of a tenant. */
export const departmentsOptions = (api: Api, tid: string) =>
  queryOptions({
    queryKey: ['departments', tid],
    queryFn: ({ signal }) =>
      readAll((query) => api.call(departmentsCall, { params: { tid }, query, signal })),
  });

/** All departments of a tenant. */
export const useDepartments = (tid: string) => useQuery(departmentsOptions(useApi(), tid));

type FoundPerson = Pick<Item<typeof membersCall>, 'fid' | 'name' | 'state' | 'organisation'>;

/**
 * The first people whose name or id contains the keyword. Without the right to manage people only those are found who
 * can get tasks, without their contacts.
 */
export function usePersonSearch(tid: string, keyword: string) {
  const api = useApi();
  const isPeopleManager = useCan(tid)('org_managment');
  return useQuery({
    queryKey: ['people', tid, 'search', keyword, isPeopleManager],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ readonly data: readonly FoundPerson[] }> => {
      const query = { limit: 20, ...(keyword === '' ? {} : { keyword }) };
      if (isPeopleManager) return api.call(membersCall, { params: { tid }, query, signal });
      const { data } = await api.call(approversCall, { params: { tid }, query, signal });
      return { data: data.map(({ fid, name, org }) => ({ fid, name, state: 'active', organisation: org })) };
    },
  });
}

/** One member with its entity tag. */
export function useMember(tid: string, fid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', tid, 'member', fid],
    queryFn: ({ signal }) =>
      readTagged<Answer<typeof memberCall>['data']>(api.open(memberCall, { params: { tid, fid }, signal })),
  });
}

/** The devices of the account of a member. */
export function useDevices(tid: string, fid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', tid, 'devices', fid],
    queryFn: ({ signal }) =>
      readAll((query) => api.call(devicesCall, { params: { tid, fid }, query, signal })),
  });
}
