import type { Answer, Query } from '@sealflow/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

const peopleCall = 'GET /api/v1/admin/operator-accounts';
const credentialsCall = 'GET /api/v1/admin/operators';

export type OperatorPerson = Answer<typeof peopleCall>['data'][number];
export type OperatorCredential = Answer<typeof credentialsCall>['data'][number];

const rootKey = 'operators';

/** A page of the operators that are people. */
export function useOperatorPeople(query: Query<typeof peopleCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'people', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(peopleCall, { query, signal }),
  });
}

/** A page of the credentials of the command line. */
export function useOperatorCredentials(query: Query<typeof credentialsCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'credentials', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(credentialsCall, { query, signal }),
  });
}

/** The acts on operators. Secrets are in their answers only. */
export function useOperatorActs() {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [rootKey] });
  return {
    withdraw: async (operatorID: string) => {
      const call = 'POST /api/v1/admin/operators/{operatorID}/actions/withdraw';
      await api.call(call, { params: { operatorID } });
      await refresh();
    },
    grant: async (account: string, name: string) => {
      await api.call('POST /api/v1/admin/operator-accounts', { body: { account, name } });
      await refresh();
    },
    createCredential: async (label: string): Promise<string> => {
      const { data } = await api.call('POST /api/v1/admin/operators', { body: { label } });
      await refresh();
      return data.credential;
    },
    createSetupLink: async (): Promise<string> => (await api.call('POST /api/v1/admin/setup-links')).data.url,
  };
}
