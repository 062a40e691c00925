import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const listCall = 'GET /api/v1/admin/agreements';
const versionsCall = 'GET /api/v1/admin/agreements/{agreement}/versions';
const publishCall = 'POST /api/v1/admin/agreements/{agreement}/versions';

export type Agreement = Answer<typeof listCall>['data'][number];
export type AgreementName = Agreement['agreement'];
export type AgreementVersion = Answer<typeof versionsCall>['data'][number];
export type NewVersion = Body<typeof publishCall>;

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

/** Publishes a version of an agreement. */
export function usePublishVersion(agreement: AgreementName) {
  const api = useApi();
  const queries = useQueryClient();
  return async (version: NewVersion) => {
    await api.call(publishCall, { params: { agreement }, body: version });
    await queries.invalidateQueries({ queryKey: [rootKey] });
  };
}
