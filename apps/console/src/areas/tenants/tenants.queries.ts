import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged, type Tagged } from '../../platform/tagged.util.ts';

const listCall = 'GET /api/v1/admin/tenants';
const tenantCall = 'GET /api/v1/admin/tenants/{tid}';
const changeCall = 'PUT /api/v1/admin/tenants/{tid}';

export type Tenant = Answer<typeof tenantCall>['data'];
export type TenantChange = Body<typeof changeCall>;
export type TenantAct = 'close' | 'reopen' | 'delete';

const rootKey = 'tenants';

/** A page of the organisations of the service. */
export function useTenants(query: Query<typeof listCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { query, signal }),
  });
}

/** One organisation with its entity tag. */
export function useTenant(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'one', tid],
    queryFn: ({ signal }) => readTagged<Tenant>(api.open(tenantCall, { params: { tid }, signal })),
  });
}

/** Makes every list and drawer of organisations load again. */
export function useRefreshTenants() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [rootKey] });
}

/** The calls that change an organisation. Each loads organisations again. A deletion sends the typed name. */
export function useTenantActs(tid: string) {
  const api = useApi();
  const refresh = useRefreshTenants();
  const params = { tid };
  const requests = {
    close: (tag: string) =>
      api.call('POST /api/v1/admin/tenants/{tid}/actions/close', { params, ...ifMatch(tag) }),
    reopen: () => api.call('POST /api/v1/admin/tenants/{tid}/actions/reopen', { params }),
    delete: (_tag: string, confirmation: string) =>
      api.call('POST /api/v1/admin/tenants/{tid}/actions/delete', { params, body: { confirmation } }),
  };
  return {
    read: () => readTagged<Tenant>(api.open(tenantCall, { params })),
    change: async (body: TenantChange, tag: string) => {
      const changed = await readTagged<Tenant>(api.open(changeCall, { params, body, ...ifMatch(tag) }));
      await refresh();
      return changed;
    },
    act: async (act: TenantAct, { value: { name }, tag }: Tagged<Tenant>): Promise<void> => {
      await requests[act](tag, name);
      await refresh();
    },
  };
}
