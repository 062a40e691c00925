import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';

const listCall = 'GET /api/v1/admin/agreements';
const versionsCall = 'GET /api/v1/admin/agreements/{agreement}/versions';
const draftPath = '/api/v1/admin/agreements/{agreement}/draft';

export type Agreement = Answer<typeof listCall>['data'][number];
export type AgreementName = Agreement['agreement'];
export type AgreementVersion = Answer<typeof versionsCall>['data'][number];
export type Draft = Body<`PUT ${typeof draftPath}`>;
export type StoredDraft = Answer<`GET ${typeof draftPath}`>['data'];

const rootKey = 'agreements';

/** The agreements in force. */
export function useAgreements() {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'in-force'],
    queryFn: async ({ signal }) => (await api.call(listCall, { signal })).data,
  });
}

/** A page of the published versions of an agreement. */
export function useVersions(agreement: AgreementName, query: Query<typeof versionsCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'versions', agreement, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(versionsCall, { params: { agreement }, query, signal }),
  });
}

/** The draft of an agreement with its entity tag. */
export function useDraft(agreement: AgreementName) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'draft', agreement],
    queryFn: ({ signal }) =>
      readTagged<StoredDraft>(api.open(`GET ${draftPath}`, { params: { agreement }, signal })),
  });
}

/** The acts on the draft of an agreement that the operator saw. */
export function useDraftActs(agreement: AgreementName) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { agreement };
  const reload = () => queries.invalidateQueries({ queryKey: [rootKey] });
  return {
    read: () => readTagged<StoredDraft>(api.open(`GET ${draftPath}`, { params })),
    save: async (body: Draft, tag: string) => {
      await api.call(`PUT ${draftPath}`, { params, body, ...ifMatch(tag) });
      await reload();
    },
    discard: async (tag: string) => {
      await api.call(`DELETE ${draftPath}`, { params, ...ifMatch(tag) });
      await reload();
    },
    publish: async (tag: string) => {
      await api.call(`POST ${draftPath}/actions/publish`, { params, ...ifMatch(tag) });
      await reload();
    },
  };
}
