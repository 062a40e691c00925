import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Prefix of the keys of all queries about documents of this device. */
export const documentsQueryKey = ['account', 'documents'] as const;

/** Whether a query has a result or a failure. A first read is current already; an invalidation would only render its screen again. */
const isRead = ({ state }: Query) => state.data !== undefined || state.fetchStatus === 'idle';

export function useRefreshDocuments(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ queryKey: documentsQueryKey, predicate: isRead }),
    [client],
  );
}
