import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../platform/api.hook.ts';
import type { Department } from '../../platform/directory.queries.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';
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
    /** The tag of a department if it still has the name that the person saw; otherwise a tag that matches nothing. */
    const read = async (orgID: string, seenName: string) => {
      const call = `GET ${departmentCall}` as const;
      const { value, tag } = await readTagged<Department>(api.open(call, { params: { tid, orgID } }));
      return value.name === seenName ? tag : '"another"';
    };
    return {
      add: async (name: string) => {
        await api.call('POST /api/v1/tenants/{tid}/admin/organisations', { params: { tid }, body: { name } });
        await refresh();
      },
      /**
       * Gives a department and all below it their new paths, each by a call. A repetition completes an interrupted one. A
       * department that has another name by now than the person saw is refused, and no later one is renamed.
       */
      setPath: async (node: DepartmentNode, path: string) => {
        try {
          for (const { orgID, name, former } of renamesFor(node, path)) {
            const seen = await read(orgID, former);
            await api.call(`PUT ${departmentCall}`, {
              params: { tid, orgID },
              body: { name },
              ...ifMatch(seen),
            });
          }
        } finally {
          await refresh();
        }
      },
      remove: async ({ orgID, name }: Department) => {
        const seen = await read(orgID, name);
        await api.call(`DELETE ${departmentCall}`, { params: { tid, orgID }, ...ifMatch(seen) });
        await refresh();
      },
    };
  }, [api, queries, tid]);
}
