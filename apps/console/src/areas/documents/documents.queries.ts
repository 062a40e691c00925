import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { toOutcomes } from '../../platform/bulk-results.util.ts';

const listCall = 'GET /api/v1/tenants/{tid}/admin/documents';
const oneCall = 'GET /api/v1/tenants/{tid}/admin/documents/{documentID}';

export type RegisteredDocument = Answer<typeof listCall>['data'][number];
export type DocumentDetails = Answer<typeof oneCall>['data'];
export type DocumentQuery = Query<typeof listCall>;

/** A page of the registered documents of a tenant. */
export function useDocuments(tid: string, query: DocumentQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['documents', tid, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { params: { tid }, query, signal }),
  });
}

/** A registered document with its grants. */
export function useDocument(tid: string, documentID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['documents', tid, 'one', documentID],
    queryFn: async ({ signal }) => (await api.call(oneCall, { params: { tid, documentID }, signal })).data,
  });
}

/** The newest attempts to open a document, granted and refused. */
export function useOpenings(tid: string, documentID: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['documents', tid, 'openings', documentID],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/audit', {
        params: { tid },
        query: { documentID, act: 'rewrap', limit: 100 },
        signal,
      }),
  });
}

/** The classifications that a document can have. */
export function useClassificationNames(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['classifications', tid, 'names'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call('GET /api/v1/tenants/{tid}/admin/classifications', {
        params: { tid },
        query: { limit: 100 },
        signal,
      });
      return data;
    },
  });
}

/** The acts on a document. Each reloads what the page shows of documents. */
export function useDocumentActs(tid: string) {
  const api = useApi();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['documents', tid] });
  return {
    reload,
    /** The caller reloads at the end. */
    withdrawMany: async (ids: readonly string[]) => {
      const { data } = await api.call('POST /api/v1/tenants/{tid}/admin/documents/actions/bulk', {
        params: { tid },
        body: { documentIDs: [...ids], action: { kind: 'withdraw' } },
      });
      return toOutcomes(data);
    },
    withdrawOne: async (documentID: string) => {
      await api.call('POST /api/v1/tenants/{tid}/documents/{documentID}/actions/withdraw', {
        params: { tid, documentID },
      });
      await reload();
    },
    grant: async (documentID: string, body: { readonly fid: string; readonly until: number | null }) => {
      await api.call('POST /api/v1/tenants/{tid}/documents/{documentID}/grants', {
        params: { tid, documentID },
        body,
      });
      await reload();
    },
    revoke: async (documentID: string, fid: string) => {
      await api.call('DELETE /api/v1/tenants/{tid}/admin/documents/{documentID}/grants/{fid}', {
        params: { tid, documentID, fid },
      });
      await reload();
    },
    transfer: async (documentID: string, to: string) => {
      await api.call('POST /api/v1/tenants/{tid}/admin/documents/{documentID}/actions/transfer', {
        params: { tid, documentID },
        body: { to },
      });
      await reload();
    },
  };
}
