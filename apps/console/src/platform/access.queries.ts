import type { Answer } from '@sealflow/contract';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';
import { useSession } from './session/session.store.ts';

/** Whether the signed-in person is a member of a tenant. An operator opens also the pages of other tenants. */
export function useIsMember(tid: string | null): boolean {
  return useSession().tenants.some(({ id }) => id === tid);
}

/**
 * The rights of the signed-in person in a tenant; not asked for another tenant, whose answer would be a refusal. The console
 * hides what they do not allow; the service decides.
 * @param tid - null while no tenant is chosen.
 */
export function useRights(tid: string | null) {
  const api = useApi();
  const { aid } = useSession();
  return useQuery({
    queryKey: ['rights', aid, tid],
    enabled: useIsMember(tid),
    // The pages ask again when they mount. They would mount and unmount without end, because the frame waits for the answer.
    retryOnMount: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const user = await api.call('GET /api/v1/tenants/{tid}/current-user', {
        params: { tid: tid ?? '' },
        signal,
      });
      return user.rights.filter((right) => !user.deny.includes(right));
    },
  });
}

const secondFactorCall = 'GET /api/v1/account/second-factor';

export type SecondFactor = Answer<typeof secondFactorCall>['data'];

const secondFactorQuery = (api: Api, aid: string) => ({
  queryKey: ['second-factor', aid],
  staleTime: 300_000,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await api.call(secondFactorCall, { signal })).data,
});

/** The second factors of the account, and whether it has the operator role. */
export function useSecondFactor() {
  const api = useApi();
  const { aid } = useSession();
  return useQuery(secondFactorQuery(api, aid));
}

/** Whether the account has the operator role. */
export function useIsOperator() {
  const api = useApi();
  const { aid } = useSession();
  return useQuery({ ...secondFactorQuery(api, aid), select: ({ isOperator }) => isOperator });
}

/** Returns whether the person may make calls of a right in a tenant. An operator has every right. */
export function useCan(tid: string): (right: string) => boolean {
  const rights = useRights(tid);
  const isOperator = useIsOperator();
  return (right) => isOperator.data === true || rights.data?.includes(right) === true;
}
