import type { Task } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useBadges } from '../../../shell/badges/badges.store.ts';
import { type ApprovalFilter, filterKey } from '../list/approval-filter.rules.ts';
import { type Page, usePageOptions } from '../list/work-list.queries.ts';
import { useOutboxEntries } from '../outbox/outbox-entries.hook.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';
import { isDecidedHere } from './decided.store.ts';
import { findNextTask, type TaskPage, tasksLeft } from './task-order.rules.ts';

/** The order of the tasks in a list, as it is loaded. */
export function useTaskOrder(filter: ApprovalFilter) {
  const client = useQueryClient();
  const { tid } = useWorkTenant();
  const pageOptions = usePageOptions(filter);
  const entries = useOutboxEntries();
  const isDecided = (taskID: string) =>
    isDecidedHere(taskID) || entries.some(({ state, subject }) => state === 'waiting' && subject === taskID);

  const loadedPages = (): readonly TaskPage[] =>
    client
      .getQueriesData<Page<Task>>({ queryKey: [...workKeys.list(tid, 'tasks'), filterKey(filter)] })
      .flatMap(([key, data]) =>
        data === undefined ? [] : [{ page: Number(key.at(-1)), tasks: data.data, total: data.total }],
      )
      .toSorted((one, other) => one.page - other.page);

  const load = async (page: number): Promise<TaskPage | null> => {
    const loaded = loadedPages().find((one) => one.page === page);
    if (loaded !== undefined) return loaded;
    try {
      const { data, total } = await client.fetchQuery(pageOptions(page));
      return { page, tasks: data as readonly Task[], total };
    } catch {
      return null;
    }
  };

  return {
    /** The task to decide after the given one; null if none is known. */
    next: (currentID: string) => findNextTask({ loaded: loadedPages(), load, currentID, isDecided }),
    /** Number of tasks that wait. */
    left: () => {
      const loaded = loadedPages();
      const counted = filter.state === 'awaiting' ? loaded[0]?.total : undefined;
      return tasksLeft(counted ?? useBadges.getState().tasks, loaded, isDecided);
    },
  };
}
