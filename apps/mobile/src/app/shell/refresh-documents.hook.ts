import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** What the keys of all queries about the documents of this device begin with. */
export const documentsKey = ['account', 'documents'] as const;

export function useRefreshDocuments(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: documentsKey }), [client]);
}
