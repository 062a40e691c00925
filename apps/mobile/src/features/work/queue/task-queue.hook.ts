import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../platform/api/index.ts';
import { useLocation } from '../../../shell/router/index.ts';
import { useQueueChoice } from '../../../shell/shortcuts/device-switch.store.ts';
import { revealOpenRow } from '../../../shell/shortcuts/list-keys.util.ts';
import { flowPath } from '../flow-address.rules.ts';
import { emptyFilter } from '../list/approval-filter.rules.ts';
import { useStoredWork } from '../stored-work.hook.ts';
import { fetchFlow } from '../work.queries.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';
import { queueFilterIn, queueStateIn } from './queue-state.rules.ts';
import { useReplaceDetailWhen } from './replace-detail.hook.ts';
import { useTaskOrder } from './task-order.queries.ts';
import { useWithDocument } from './with-document.hook.ts';

export const awaitingTasks = { ...emptyFilter('tasks'), list: 'tasks', state: 'awaiting' } as const;

/** The list of tasks from which the shown task was opened, and what follows it there. */
export function useTaskQueue() {
  const { state } = useLocation();
  const [isChosen] = useQueueChoice();
  const filter = queueFilterIn(state);
  const order = useTaskOrder(filter ?? awaitingTasks);
  return { isOn: isChosen && filter !== null, state: queueStateIn(state), ...order };
}

/** Opens the task after a decided one in its place. */
export function useOpenNext() {
  const { state, next } = useTaskQueue();
  const withDocument = useWithDocument();
  const replaceDetail = useReplaceDetailWhen();
  const { tserviceVersion } = useWorkTenant();
  /**
   * Opens the next task once the decision is stored.
   * @param isStored - false if it could not be stored: the form stays.
   * @returns whether there is another task.
   */
  return async (taskID: string, isStored: Promise<boolean>): Promise<boolean> => {
    const task = await next(taskID);
    if (task === null) return false;
    const path = flowPath({ flowID: task.flow.id, taskID: task.id }, tserviceVersion);
    await replaceDetail(isStored, withDocument(path, task.flow, { ...state, depth: 1 }));
    if (!(await isStored)) return true;
    requestAnimationFrame(() => requestAnimationFrame(revealOpenRow));
    return true;
  };
}

/** Loads the task that follows the shown one, so that it is there when this one is decided. */
export function usePrefetchNext(taskID: string | null): void {
  const { isOn, next } = useTaskQueue();
  const client = useQueryClient();
  const api = useApi();
  const store = useStoredWork();
  const { tid } = useWorkTenant();
  const prefetch = async (of: string, signal: AbortSignal) => {
    const task = await next(of);
    if (task === null || signal.aborted) return;
    await client.prefetchQuery({
      queryKey: workKeys.flow(tid, task.flow.id),
      queryFn: (query) => fetchFlow({ api, store, tid }, task.flow.id, query.signal),
      staleTime: 10_000,
    });
  };
  const latest = useRef(prefetch);
  useEffect(() => {
    latest.current = prefetch;
  });
  useEffect(() => {
    if (!isOn || taskID === null) return undefined;
    const controller = new AbortController();
    void latest.current(taskID, controller.signal);
    return () => controller.abort();
  }, [isOn, taskID]);
}
