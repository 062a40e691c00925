import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import {
  type RecentFile,
  type RecentFilter,
  recentPageSize,
} from '../../platform/documents/recent-files.repository.ts';
import { recordsOfAccount } from './documents.usecases.ts';

const documentsKey = ['account', 'documents'] as const;

/** The pages that rows lie on. */
export const pagesOf = (rows: readonly number[]): number[] => [
  ...new Set(rows.map((row) => Math.floor(row / recentPageSize))),
];

export function useDocumentCount(context: DocumentsContext, filter: RecentFilter) {
  return useQuery({
    queryKey: [...documentsKey, 'count', filter],
    queryFn: async () => (await recordsOfAccount(context)).count(filter),
    placeholderData: (before) => before,
  });
}

/** The records of the pages asked for: a list of any length costs what is seen of it. */
export function useDocumentPages(context: DocumentsContext, filter: RecentFilter, pages: readonly number[]) {
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...documentsKey, 'page', filter, page],
      queryFn: async () => (await recordsOfAccount(context)).page(filter, page * recentPageSize),
      gcTime: 60_000,
    })),
  });
  return (row: number): RecentFile | undefined => {
    const at = pages.indexOf(Math.floor(row / recentPageSize));
    return results[at]?.data?.[row % recentPageSize];
  };
}

export function useRefreshDocuments(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: documentsKey }), [client]);
}
