import type { Answer, Body, Query } from '@sealflow/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import { ifMatch, readTagged } from '../../platform/tagged.util.ts';

const listCall = 'GET /api/v1/admin/accounts';
const createCall = 'POST /api/v1/admin/accounts';
const accountCall = 'GET /api/v1/admin/accounts/{aid}';
const changeCall = 'PUT /api/v1/admin/accounts/{aid}';

export type Account = Answer<typeof listCall>['data'][number];
export type AccountDetail = Answer<typeof accountCall>['data'];
export type AccountAct = 'unlock' | 'resetPassword' | 'endSessions' | 'removeTotp' | 'close' | 'reopen';

const rootKey = 'accounts';

/** A page of the accounts of the service. */
export function useAccounts(query: Query<typeof listCall>) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listCall, { query, signal }),
  });
}

/** One account with its organisations and its entity tag. */
export function useAccount(aid: string) {
  const api = useApi();
  return useQuery({
    queryKey: [rootKey, 'one', aid],
    queryFn: ({ signal }) => readTagged<AccountDetail>(api.open(accountCall, { params: { aid }, signal })),
  });
}

function useRefreshAccounts() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [rootKey] });
}

/** Creates an account. Its one-time password is in the answer only. */
export function useCreateAccount() {
  const api = useApi();
  const refresh = useRefreshAccounts();
  return useMutation({
    mutationFn: async (body: Body<typeof createCall>) => (await api.call(createCall, { body })).data,
    gcTime: 0,
    onSuccess: refresh,
  });
}

/** Changes user name and contacts of an account. */
export function useChangeAccount(aid: string) {
  const api = useApi();
  const refresh = useRefreshAccounts();
  const read = () => readTagged<AccountDetail>(api.open(accountCall, { params: { aid } }));
  return {
    read,
    change: async (body: Body<typeof changeCall>, tag: string) => {
      await api.call(changeCall, { params: { aid }, body, ...ifMatch(tag) });
      await refresh();
      return read();
    },
  };
}

/** Acts on an account. @returns the one-time password of a reset; otherwise null. */
export function useActOnAccount(aid: string) {
  const api = useApi();
  const refresh = useRefreshAccounts();
  const params = { aid };
  const acts: Readonly<Record<AccountAct, (tag: string) => Promise<unknown>>> = {
    unlock: () => api.call('POST /api/v1/admin/accounts/{aid}/actions/unlock', { params }),
    endSessions: () => api.call('POST /api/v1/admin/accounts/{aid}/actions/end-sessions', { params }),
    removeTotp: () => api.call('POST /api/v1/admin/accounts/{aid}/actions/remove-totp', { params }),
    close: (tag) =>
      api.call('POST /api/v1/admin/accounts/{aid}/actions/close', { params, body: {}, ...ifMatch(tag) }),
    reopen: () => api.call('POST /api/v1/admin/accounts/{aid}/actions/reopen', { params }),
    resetPassword: async () => {
      const call = 'POST /api/v1/admin/accounts/{aid}/actions/reset-password';
      return (await api.call(call, { params })).data.oneTimePassword;
    },
  };
  return async (act: AccountAct, tag: string): Promise<string | null> => {
    const answer = await acts[act](tag);
    await refresh();
    return typeof answer === 'string' ? answer : null;
  };
}
