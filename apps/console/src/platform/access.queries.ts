import { useQuery } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';
import { useSession } from './session/session.store.ts';

/**
 * The rights of the signed-in person in a tenant. The console hides what they do not allow; the service decides.
 * @param tid - null while no tenant is chosen.
 */
export function useRights(tid: string | null) {
  const api = useApi();
  const { aid } = useSession();
  return useQuery({
    queryKey: ['rights', aid, tid],
    enabled: tid !== null,
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

/** Whether the account may make the operator's calls. */
export function useIsOperator() {
  const api = useApi();
  const { aid, token } = useSession();
  return useQuery({
    queryKey: ['operator', aid],
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) =>
      api
        // With its own token the refusal of this call does not end the session.
        .call('GET /api/v1/admin/tenants', { query: { limit: 0 }, signal, token })
        .then(() => true)
        .catch(() => false),
  });
}

/** Returns whether the person may make calls of a right in a tenant. An operator has every right. */
export function useCan(tid: string): (right: string) => boolean {
  const rights = useRights(tid);
  const isOperator = useIsOperator();
  return (right) => isOperator.data === true || rights.data?.includes(right) === true;
}
