import type { FlowFile, FlowInfo, ProcessStep } from '@sealflow/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, ApiError, useApi } from '../../platform/api/index.ts';
import { type StoredWork, useStoredWork } from './stored-work.hook.ts';
import { useWorkTenant, workKeys } from './work-tenant.hook.ts';

export function useFlowTypes() {
  const api = useApi();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  return useQuery({
    queryKey: [...workKeys.all(tid), 'types'],
    queryFn: async ({ signal }) => {
      try {
        const types = await api.call('GET /api/v1/tenants/{tid}/flow-types', { params: { tid }, signal });
        void store.put('types', types);
        return types;
      } catch (error) {
        const cached = await store.get<{ total: number; data: FlowType[] }>('types');
        if (cached === null || signal.aborted) throw error;
        return cached.body;
      }
    },
    // Only administrators change the application types.
    staleTime: 600_000,
  });
}

type FlowType = { readonly id: number; readonly name: string; readonly type: FlowInfo['type'] };

export type FlowView = {
  readonly info: FlowInfo;
  readonly files: readonly FlowFile[];
  readonly process: readonly ProcessStep[];
};

const storedFlowName = (flowID: string) => `flow:${flowID}`;
export const storedVersionsName = (flowID: string): string => `versions:${flowID}`;
export const storedCommentsName = (flowID: string): string => `comments:${flowID}`;

/** Fetches an application with its files and steps, which a decision covers together, and stores it. */
export async function fetchFlow(
  { api, store, tid }: { readonly api: Api; readonly store: StoredWork; readonly tid: string },
  flowID: string,
  signal: AbortSignal,
): Promise<FlowView> {
  const options = { params: { tid, flowID }, signal };
  try {
    const [info, files, process] = await Promise.all([
      api.call('GET /api/v1/tenants/{tid}/flows/{flowID}', options),
      api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/files', options),
      api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/process', options),
    ]);
    const view = { info: info.data, files: files.data, process: process.data };
    void store.put(storedFlowName(flowID), view);
    return view;
  } catch (error) {
    // An application that the service now hides must not remain readable on the device.
    if (error instanceof ApiError && (error.code === 'work.flow_not_found' || error.status === 403)) {
      void store.remove(storedFlowName(flowID));
      void store.remove(storedCommentsName(flowID));
      void store.remove(storedVersionsName(flowID));
    }
    throw error;
  }
}

/** The stored application; null if there is none. */
export const readStoredFlow = async (store: StoredWork, flowID: string): Promise<FlowView | null> =>
  (await store.get<FlowView>(storedFlowName(flowID)))?.body ?? null;

/** An application from the service, or its stored copy until it is loaded; never one that the service hides. */
export function useFlow(flowID: string) {
  const api = useApi();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  const fetched = useQuery({
    queryKey: workKeys.flow(tid, flowID),
    queryFn: ({ signal }) => fetchFlow({ api, store, tid }, flowID, signal),
    staleTime: 0,
  });
  const cached = useQuery({
    queryKey: ['tenant', tid, 'stored', storedFlowName(flowID)],
    queryFn: () => store.get<FlowView>(storedFlowName(flowID)),
    enabled: fetched.data === undefined,
    gcTime: 0,
    staleTime: 0,
  });
  const isHidden =
    fetched.error instanceof ApiError &&
    (fetched.error.code === 'work.flow_not_found' || fetched.error.status === 403);
  const stored = isHidden || fetched.data !== undefined ? null : (cached.data ?? null);
  const { error, isPending, isFetching, refetch } = fetched;
  return {
    data: isHidden ? undefined : (fetched.data ?? stored?.body),
    /** When the stored data was saved, ms since 1970; null if the data was just fetched. */
    storedAt: stored?.storedAt ?? null,
    error,
    isPending: isPending && !cached.data,
    isFetching,
    refetch,
  };
}

/** Reminds the people whose task an own application awaits. It needs a connection: a late reminder would be a wrong one. */
export function useReminder() {
  const api = useApi();
  const { tid } = useWorkTenant();
  return useMutation({
    mutationFn: async (flowID: string) => {
      const params = { tid, flowID };
      return (await api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/remind', { params })).data;
    },
  });
}
