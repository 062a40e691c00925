import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

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

/** One organisation. */
export function useTenant(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'one', tid],
    queryFn: async ({ signal }) => (await api.call(tenantCall, { params: { tid }, signal })).data,
  });
}

/** Makes every list and drawer of organisations load again. */
export function useRefreshTenants() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [rootKey] });
}

/** Changes the settings of an organisation. */
export function useChangeTenant(tid: string) {
  const api = useApi();
  const refresh = useRefreshTenants();
  return useMutation({
    mutationFn: (body: TenantChange) => api.call(changeCall, { params: { tid }, body }),
    onSuccess: refresh,
  });
}

/** Closes, reopens or deletes an organisation. A deletion sends its typed name. */
export function useActOnTenant() {
  const api = useApi();
  const refresh = useRefreshTenants();
  return async (act: TenantAct, { tid, name }: Pick<Tenant, 'tid' | 'name'>): Promise<void> => {
    const params = { tid };
    if (act === 'close') await api.call('POST /api/v1/admin/tenants/{tid}/actions/close', { params });
    else if (act === 'reopen') await api.call('POST /api/v1/admin/tenants/{tid}/actions/reopen', { params });
    else {
      await api.call('POST /api/v1/admin/tenants/{tid}/actions/delete', {
        params,
        body: { confirmation: name },
      });
    }
    await refresh();
  };
}
