import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';

/** The state of the link; null if it is invalid. */
export function useSetupLink(token: string, isEnabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['setup', token],
    enabled: isEnabled,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      if (token === '') return null;
      try {
        const call = 'POST /api/v1/setup/actions/check';
        return (await api.call(call, { body: { token }, token: null, signal })).data;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'admin.setup_link_invalid') return null;
        throw error;
      }
    },
  });
}
