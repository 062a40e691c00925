import { useQuery } from '@tanstack/react-query';
import { useApi } from './api.hook.ts';

/** A tenant has a handful of classifications. */
const allClassifications = { skip: 0, limit: 100 };

/** The levels of the classifications, each with the names of its classifications. Without any, the built-in one has level 0. */
export function useLevels(tid: string): ReadonlyMap<number, readonly string[]> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['classifications', tid, 'list', allClassifications],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/admin/classifications', {
        params: { tid },
        query: allClassifications,
        signal,
      }),
  });
  const levels = new Map<number, readonly string[]>();
  for (const { level, name } of data?.data ?? []) levels.set(level, [...(levels.get(level) ?? []), name]);
  return levels.size === 0 ? new Map([[0, []]]) : levels;
}
