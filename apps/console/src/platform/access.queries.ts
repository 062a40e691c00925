import { ApiError } from '@sealflow/sdk/api.errors.ts';
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

/**
 * Whether the account has the operator role. The service requires two recent factors only of accounts that have it, so
 * that this requirement means yes.
 */
export function useIsOperator() {
  const api = useApi();
  const { aid, token } = useSession();
  return useQuery({
    queryKey: ['operator', aid],
    staleTime: 300_000,
    queryFn: ({ signal }) =>
      api
        // With its own token the refusal of this call neither ends the session nor opens the step-up dialog.
        .call('GET /api/v1/admin/tenants', { query: { limit: 0 }, signal, token })
        .then(() => true)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.kind !== 'http') throw error;
          return error.code === 'login.step_up_required';
        }),
  });
}

/** Returns whether the person may make calls of a right in a tenant. An operator has every right. */
export function useCan(tid: string): (right: string) => boolean {
  const rights = useRights(tid);
  const isOperator = useIsOperator();
  return (right) => isOperator.data === true || rights.data?.includes(right) === true;
}
