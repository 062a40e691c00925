import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Prefix of the keys of all queries about documents of this device. */
export const documentsQueryKey = ['account', 'documents'] as const;

export function useRefreshDocuments(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: documentsQueryKey }), [client]);
}
