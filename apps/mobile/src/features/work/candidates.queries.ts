import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';
import { useWorkTenant, workKeys } from './work-tenant.hook.ts';

const pageSize = 30;

/** People whom a task can be handed to, by a part of their name. */
export function useCandidates(keyword: string) {
  const api = useApi();
  const { tid } = useWorkTenant();
  const query = useInfiniteQuery({
    queryKey: [...workKeys.all(tid), 'candidates', keyword],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-candidates', {
        params: { tid },
        query: { skip: pageParam, limit: pageSize, ...(keyword === '' ? {} : { keyword }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total ? pages.length * pageSize : undefined,
    // While the next answer is on its way the one before stands still under the finger.
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  return { ...query, people: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
