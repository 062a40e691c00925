import type { Answer, Body } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/classifications';
const createCall = 'POST /api/v1/tenants/{tid}/admin/classifications';
const clearancesCall = 'GET /api/v1/tenants/{tid}/admin/clearances';

export type Classification = Answer<typeof listCall>['data'][number];
export type NewClassification = Body<typeof createCall>;
const oneCall = '/api/v1/tenants/{tid}/admin/classifications/{classificationID}';
const clearanceCall = '/api/v1/tenants/{tid}/admin/clearances/{fid}';

export type ClearanceOfMember = Answer<`GET ${typeof clearanceCall}`>['data'];
export type Clearance = Answer<typeof clearancesCall>['data'][number];
export type Page = { readonly skip: number; readonly limit: number };

/** A page of the classifications, lowest level first. */
export function useClassifications(tid: string, query: Page) {
  const api = useApi();
  return useQuery({
    queryKey: ['classifications', tid, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

/** One classification with its entity tag. */
export function useClassification(tid: string, classificationID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['classifications', tid, 'one', classificationID],
    queryFn: ({ signal }) =>
      readTagged<Classification>(api.open(`GET ${oneCall}`, { params: { tid, classificationID }, signal })),
  });
}

/** The number of documents with a classification. */
export function useAffectedDocuments(tid: string, classificationID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['classifications', tid, 'documents', classificationID],
    queryFn: async ({ signal }) => {
      const { total } = await api.call('GET /api/v1/tenants/{tid}/admin/documents', {
        params: { tid },
        query: { classification: classificationID, limit: 0 },
        signal,
      });
      return total;
    },
  });
}

/** A page of the members with a clearance, highest level first. */
export function useClearances(tid: string, query: Page) {
  const api = useApi();
  return useQuery({
    queryKey: ['clearances', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(clearancesCall, { params: { tid }, query, signal }),
  });
}

/** The acts on classifications and clearances. Each reloads what the page shows of them. */
export function useClassificationActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: ['classifications', tid] });
    await queries.invalidateQueries({ queryKey: ['clearances', tid] });
  };
  return {
    create: async (body: NewClassification) => {
      await api.call(createCall, { params: { tid }, body });
      await reload();
    },
    read: (classificationID: string) =>
      readTagged<Classification>(api.open(`GET ${oneCall}`, { params: { tid, classificationID } })),
    change: async (classificationID: string, body: Body<`PUT ${typeof oneCall}`>, tag: string) => {
      await api.call(`PUT ${oneCall}`, { params: { tid, classificationID }, body, ...ifMatch(tag) });
      await reload();
    },
    remove: async (classificationID: string, tag: string) => {
      await api.call(`DELETE ${oneCall}`, { params: { tid, classificationID }, ...ifMatch(tag) });
      await reload();
    },
    readClearance: (fid: string) =>
      readTagged<ClearanceOfMember>(api.open(`GET ${clearanceCall}`, { params: { tid, fid } })),
    setClearance: async (fid: string, level: number, tag: string) => {
      await api.call(`PUT ${clearanceCall}`, { params: { tid, fid }, body: { level }, ...ifMatch(tag) });
      await reload();
    },
    removeClearance: async (fid: string, tag: string) => {
      await api.call(`DELETE ${clearanceCall}`, { params: { tid, fid }, ...ifMatch(tag) });
      await reload();
    },
  };
}
