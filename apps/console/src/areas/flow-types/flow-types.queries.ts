import type { Answer, Body } from '@sealflow/contract';
import type { ApplicationType } from '@sealflow/domain/workflow';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged, type Tagged } from '../../platform/tagged.util.ts';

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
export type TaggedDesign = Tagged<ProcessDesign>;

/** All application types with the state of their processes. */
export function useProcesses(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['flowTypes', tid],
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, signal }),
  });
}

/** The process of a type with its entity tag. */
export function useProcess(tid: string, type: ApplicationType) {
  const api = useApi();
  return useQuery({
    queryKey: ['flowTypes', tid, type],
    queryFn: ({ signal }) => readTagged<ProcessDesign>(api.open(oneCall, { params: { tid, type }, signal })),
  });
}

/** A page of the published versions of a type, newest first. */
export function usePublishedVersions(tid: string, type: ApplicationType) {
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
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['flowTypes', tid], exact: true });
    await queries.invalidateQueries({ queryKey: ['flowTypes', tid, type, 'versions'] });
  };
  return {
    read: () => readTagged<ProcessDesign>(api.open(oneCall, { params })),
    saveDraft: async (body: DraftBody, tag: string): Promise<TaggedDesign> => {
      const saved = await readTagged<ProcessDesign>(api.open(draftCall, { params, body, ...ifMatch(tag) }));
      await refresh();
      return saved;
    },
    publish: async (tag: string): Promise<TaggedDesign> => {
      const published = await readTagged<ProcessDesign>(api.open(publishCall, { params, ...ifMatch(tag) }));
      await refresh();
      return published;
    },
    discard: async (tag: string): Promise<TaggedDesign> => {
      await api.call(discardCall, { params, ...ifMatch(tag) });
      await refresh();
      return readTagged<ProcessDesign>(api.open(oneCall, { params }));
    },
    restore: async (version: number, tag: string): Promise<TaggedDesign> => {
      const restored = await readTagged<ProcessDesign>(
        api.open(restoreCall, {
          params: { ...params, version: String(version) },
          ...ifMatch(tag),
        }),
      );
      await refresh();
      return restored;
    },
    stop: async (tag: string): Promise<TaggedDesign> => {
      await api.call(stopCall, { params, ...ifMatch(tag) });
      await refresh();
      return readTagged<ProcessDesign>(api.open(oneCall, { params }));
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
