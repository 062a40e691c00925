import type { FlowVersion } from '@sealflow/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';
import { useStoredWork } from '../stored-work.hook.ts';
import { storedVersionsName } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';

/** Every submitted content of an application; the stored ones while there is no connection. @param version - the current one. */
export function useVersions(flowID: string, version: number) {
  const api = useApi();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  const storedName = storedVersionsName(flowID);
  return useQuery({
    queryKey: [...workKeys.flow(tid, flowID), 'versions', version],
    queryFn: async ({ signal }): Promise<readonly FlowVersion[]> => {
      const options = { params: { tid, flowID }, signal };
      try {
        const { data } = await api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/versions', options);
        void store.put(storedName, data);
        return data;
      } catch (error) {
        const stored = (await store.get<readonly FlowVersion[]>(storedName))?.body;
        // An older list lacks the content that is shown.
        if (stored?.length !== version || signal.aborted) throw error;
        return stored;
      }
    },
  });
}
