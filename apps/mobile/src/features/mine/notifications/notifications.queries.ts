import type { Answer, Body } from '@sealflow/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';

const readCall = 'GET /api/v1/push/settings';
const writeCall = 'PUT /api/v1/push/settings';
const queryKey = ['notification-settings'] as const;

export type NotificationSettings = Body<typeof writeCall>;
type Stored = Answer<typeof readCall>;

/** The kinds of pushes that the user has switched off, and the quiet hours. */
export function useNotificationSettings() {
  const api = useApi();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call(readCall, { signal })).data,
  });
}

/** Stores changed settings. They are shown at once, and taken back if the service does not store them. */
export function useStoreNotificationSettings() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    // One after the other, so that the last change is the stored one.
    scope: { id: queryKey[0] },
    mutationFn: (body: NotificationSettings) => api.call(writeCall, { body }),
    onMutate: (changed) => {
      const before = client.getQueryData<Stored['data']>(queryKey);
      client.setQueryData<Stored['data']>(queryKey, changed);
      return { before };
    },
    onError: (_error, _changed, context) => {
      client.setQueryData(queryKey, context?.before);
      return client.invalidateQueries({ queryKey });
    },
  });
}
