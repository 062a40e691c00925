import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePlatform } from '../../../platform/index.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { type ApprovalFilter, filterKey } from './approval-filter.rules.ts';
import type { ListLoad } from './list-load.rules.ts';

type StoredCount = { readonly list: string; readonly count: number };

/**
 * The row count for the virtual list: the service's total, or until it is loaded the stored total of the same
 * list (record-count key, section 3), so that the scroll position can be restored before any row is loaded.
 */
export function useRecordCount(filter: ApprovalFilter, load: ListLoad): number {
  const { preferences } = usePlatform();
  const { tid } = useWorkTenant();
  const list = `${tid}:${filterKey(filter)}`;
  const key = `recordCount:${filter.list}` as const;
  const stored = useQuery({
    queryKey: ['tenant', tid, 'stored', key],
    queryFn: async () => {
      const text = await preferences.get(key);
      return text === null ? null : (JSON.parse(text) as StoredCount);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLoaded = load.status === 200;
  const { total } = load;
  useEffect(() => {
    if (isLoaded) void preferences.set(key, JSON.stringify({ list, count: total } satisfies StoredCount));
  }, [isLoaded, total, list, key, preferences]);
  if (isLoaded) return total;
  if (load.status !== 0 || stored.data?.list !== list) return 0;
  return stored.data.count;
}
