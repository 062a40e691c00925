import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../platform/api.hook.ts';
import { type DepartmentNode, renamesFor } from './department-tree.rules.ts';

const departmentCall = '/api/v1/tenants/{tid}/admin/organisations/{orgID}';

/** The calls that change departments. Each loads departments and people again. */
export function useDepartmentActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo(() => {
    const refresh = async () => {
      await queries.invalidateQueries({ queryKey: ['departments', tid] });
      await queries.invalidateQueries({ queryKey: ['people', tid] });
    };
    return {
      add: async (name: string) => {
        await api.call('POST /api/v1/tenants/{tid}/admin/organisations', { params: { tid }, body: { name } });
        await refresh();
      },
      /** Gives a department and all below it their new paths, each by a call. A repetition completes an interrupted one. */
      setPath: async (node: DepartmentNode, path: string) => {
        try {
          for (const { orgID, name } of renamesFor(node, path)) {
            await api.call(`PUT ${departmentCall}`, { params: { tid, orgID }, body: { name } });
          }
        } finally {
          await refresh();
        }
      },
      remove: async (orgID: string) => {
        await api.call(`DELETE ${departmentCall}`, { params: { tid, orgID } });
        await refresh();
      },
    };
  }, [api, queries, tid]);
}
