import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import {
  addRecentSearch,
  clearRecentSearches,
  readRecentSearches,
  removeRecentSearch,
} from '../../platform/search/recent-searches.usecases.ts';
import { useTenant } from '../../platform/session/index.ts';
import { useOnline } from '../../shell/online.hook.ts';
import { documentsQueryKey } from '../../shell/refresh-documents.hook.ts';
import { findResults } from './find.usecases.ts';
import type { ResultType, SearchContext } from './search.types.ts';

/** Results of each type on the page with all types. */
export const topCount = 4;
const pageSize = 20;

/** The prefix under which changes of the data refresh the results. */
const keyOf = (type: ResultType, tid: string): readonly string[] =>
  ({
    messages: ['account', 'messages'],
    work: ['tenant', tid, 'work'],
    documents: documentsQueryKey,
    people: ['tenant', tid, 'people'],
  })[type];

/** Where a search looks. */
export function useSearchContext(): SearchContext {
  const documents = useDocumentsContext();
  const tenant = useTenant();
  return useMemo(() => ({ documents, tenant }), [documents, tenant]);
}

function useSearchKey(type: ResultType, keyword: string, part: 'top' | 'all') {
  const tid = useTenant()?.tid ?? '';
  return [...keyOf(type, tid), 'find', part, useLanguage(), useOnline(), keyword];
}

/** The first results of a type, and their number. */
export function useTopResults(type: ResultType, keyword: string, isWanted: boolean) {
  const context = useSearchContext();
  return useQuery({
    queryKey: useSearchKey(type, keyword, 'top'),
    queryFn: ({ signal }) => findResults(context, type, { keyword, skip: 0, limit: topCount, signal }),
    enabled: isWanted && keyword !== '',
    // While the person types, the results of the former text stay.
    placeholderData: (before) => (keyword === '' ? undefined : before),
  });
}

/** All results of a type, page by page. */
export function useAllResults(type: ResultType, keyword: string) {
  const context = useSearchContext();
  const query = useInfiniteQuery({
    queryKey: useSearchKey(type, keyword, 'all'),
    queryFn: ({ pageParam, signal }) =>
      findResults(context, type, { keyword, skip: pageParam, limit: pageSize, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total, results }, _, skip) =>
      results.length === 0 || skip + pageSize >= total ? undefined : skip + pageSize,
    enabled: keyword !== '',
    placeholderData: (before) => (keyword === '' ? undefined : before),
  });
  const pages = query.data?.pages;
  const results = useMemo(() => pages?.flatMap((page) => page.results) ?? [], [pages]);
  return {
    ...query,
    results,
    total: pages?.[0]?.total ?? 0,
    isStored: pages?.some(({ isStored }) => isStored) ?? false,
  };
}

const recentKey = ['account', 'recent-searches'] as const;

/** What the account searched for last. A failure of the storage only means that there is no list. */
export function useRecentSearches() {
  const { platform, accountID } = useDocumentsContext();
  const client = useQueryClient();
  const owner = { platform, accountID };
  const { data } = useQuery({ queryKey: recentKey, queryFn: () => readRecentSearches(owner), staleTime: 0 });
  const change = async (work: Promise<void>) => {
    await work.catch(() => undefined);
    await client.invalidateQueries({ queryKey: recentKey });
  };
  return {
    recent: data ?? [],
    add: (text: string) => void change(addRecentSearch(owner, text)),
    remove: (text: string) => void change(removeRecentSearch(owner, text)),
    clear: () => void change(clearRecentSearches(owner)),
  };
}
