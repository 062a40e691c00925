import type { Answer, Body } from '@sealflow/contract';
import type { ApplicationType } from '@sealflow/domain/workflow';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/processes';
const oneCall = 'GET /api/v1/tenants/{tid}/admin/processes/{type}';
const draftCall = 'PUT /api/v1/tenants/{tid}/admin/processes/{type}/draft';
const discardCall = 'DELETE /api/v1/tenants/{tid}/admin/processes/{type}/draft';
const publishCall = 'POST /api/v1/tenants/{tid}/admin/processes/{type}/draft/actions/publish';
const versionsCall = 'GET /api/v1/tenants/{tid}/admin/processes/{type}/versions';
const restoreCall = 'POST /api/v1/tenants/{tid}/admin/processes/{type}/versions/{version}/actions/restore';
const simulateCall = 'POST /api/v1/tenants/{tid}/admin/processes/{type}/actions/simulate';
const stopCall = 'DELETE /api/v1/tenants/{tid}/admin/flow-types/{type}';

export type ProcessSummary = Answer<typeof listCall>['data'][number];
export type ProcessDesign = Answer<typeof oneCall>['data'];
export type ProcessVersions = Answer<typeof versionsCall>;
export type Simulation = Answer<typeof simulateCall>['data'];
type DraftBody = Body<typeof draftCall>;
export type DesignProcess = Omit<NonNullable<ProcessDesign['draft']>['process'], 'delivery'>;

/** A process with the entity tag of what was read. */
export type TaggedDesign = { readonly design: ProcessDesign; readonly tag: string };

/** All application types with the state of their processes. */
export function useProcesses(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['flowTypes', tid],
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, signal }),
  });
}

/** The process of a type. Another administrator’s change is not loaded while this one edits. */
export function useProcess(tid: string, type: ApplicationType) {
  const api = useApi();
  return useQuery({
    queryKey: ['flowTypes', tid, type],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => readTagged(api.open(oneCall, { params: { tid, type }, signal })),
  });
}

/** A page of the published versions of a type, newest first. */
export function useVersions(tid: string, type: ApplicationType) {
  const api = useApi();
  return useQuery({
    queryKey: ['flowTypes', tid, type, 'versions'],
    queryFn: ({ signal }) => api.call(versionsCall, { params: { tid, type }, query: { limit: 50 }, signal }),
  });
}

/** The changes of a process. Each takes the tag of what the person saw and answers the new state. */
export function useProcessActs(tid: string, type: ApplicationType) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { tid, type };
  const headers = (tag: string | null) => (tag === null ? {} : { headers: { 'if-match': tag } });
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['flowTypes', tid], exact: true });
    await queries.invalidateQueries({ queryKey: ['flowTypes', tid, type, 'versions'] });
  };
  return {
    read: () => readTagged(api.open(oneCall, { params })),
    saveDraft: async (body: DraftBody, tag: string | null): Promise<TaggedDesign> => {
      const saved = await readTagged(api.open(draftCall, { params, body, ...headers(tag) }));
      await refresh();
      return saved;
    },
    publish: async (tag: string): Promise<TaggedDesign> => {
      const published = await readTagged(api.open(publishCall, { params, ...headers(tag) }));
      await refresh();
      return published;
    },
    discard: async (tag: string): Promise<TaggedDesign> => {
      await api.call(discardCall, { params, ...headers(tag) });
      await refresh();
      return readTagged(api.open(oneCall, { params }));
    },
    restore: async (version: number, tag: string): Promise<TaggedDesign> => {
      const restored = await readTagged(
        api.open(restoreCall, {
          params: { ...params, version: String(version) },
          ...headers(tag),
        }),
      );
      await refresh();
      return restored;
    },
    stop: async (tag: string): Promise<TaggedDesign> => {
      await api.call(stopCall, { params, ...headers(tag) });
      await refresh();
      return readTagged(api.open(oneCall, { params }));
    },
  };
}

/** Asks the service whom an application would ask. */
export function useSimulation(tid: string, type: ApplicationType) {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: Body<typeof simulateCall>) =>
      (await api.call(simulateCall, { params: { tid, type }, body })).data,
  });
}

async function readTagged(answer: Promise<Response>): Promise<TaggedDesign> {
  const response = await answer;
  const { data } = (await response.json()) as { data: ProcessDesign };
  return { design: data, tag: response.headers.get('ETag') ?? '' };
}
