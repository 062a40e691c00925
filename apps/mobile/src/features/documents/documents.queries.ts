import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import {
  type RecentFile,
  type RecentFilter,
  recentPageSize,
} from '../../platform/documents/recent-files.repository.ts';
import { useFlowDownloads } from '../../platform/transfers/flow-downloads.store.ts';
import { type RunningDownload, runningDownloads } from '../../platform/transfers/running-downloads.rules.ts';
import { listUnfinishedDownloads } from '../../platform/transfers/unfinished-downloads.usecases.ts';
import { documentsQueryKey, useRefreshDocuments } from '../../shell/refresh-documents.hook.ts';
import { openDocumentRecords, readOverview } from './documents.usecases.ts';

/** The pages that contain the given rows. */
export const pagesOf = (rows: readonly number[]): number[] => [
  ...new Set(rows.map((row) => Math.floor(row / recentPageSize))),
];

/** The pinned documents of a list, and the number of all. */
export function useDocumentOverview(context: DocumentsContext, filter: RecentFilter) {
  return useQuery({
    queryKey: [...documentsQueryKey, 'overview', filter],
    queryFn: () => readOverview(context, filter),
    placeholderData: (before) => before,
  });
}

/** The pages of the documents that are not pinned. Loads the given pages only, so that the cost does not depend on the list's length. */
export function useDocumentPages(context: DocumentsContext, filter: RecentFilter, pages: readonly number[]) {
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...documentsQueryKey, 'page', filter, page],
      queryFn: async () =>
        (await openDocumentRecords(context)).page({ ...filter, withoutPinned: true }, page * recentPageSize),
      gcTime: 60_000,
    })),
  });
  return (row: number): RecentFile | undefined => {
    const at = pages.indexOf(Math.floor(row / recentPageSize));
    return results[at]?.data?.[row % recentPageSize];
  };
}

const noDownloads: readonly RunningDownload[] = [];

const phasesKey = (states: ReturnType<typeof useFlowDownloads.getState>): string =>
  Object.entries(states)
    .map(([key, state]) => `${key} ${state?.phase}`)
    .join();

/**
 * The downloads in progress, read while they are shown. The lists are refetched whenever one starts, finishes or stops.
 */
export function useRunningDownloads(context: DocumentsContext, isShown: boolean): readonly RunningDownload[] {
  const states = useFlowDownloads();
  const refresh = useRefreshDocuments();
  const begun = useQuery({
    queryKey: [...documentsQueryKey, 'begun'],
    queryFn: () => listUnfinishedDownloads(context),
    enabled: isShown,
  });
  useEffect(
    () =>
      useFlowDownloads.subscribe((now, before) => {
        if (phasesKey(now) !== phasesKey(before)) void refresh();
      }),
    [refresh],
  );
  if (!isShown) return noDownloads;
  return runningDownloads({ unfinished: begun.data ?? [], states, accountID: context.accountID });
}
