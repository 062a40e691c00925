import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';
import { useWorkTenant, workKeys } from '../list/work-tenant.hook.ts';

const pageSize = 30;

/** People who can receive a task, searched by name. */
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
    // The former results stay in place while the next ones load, so that a tap does not miss.
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  return { ...query, people: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
