import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLiveEvent, useLiveEvents } from '../platform/live/live.hook.ts';
import { coalesceCalls } from '../platform/timing.util.ts';

const coalesceMs = 250;

/** Subscribes to the service's events and invalidates the work lists and applications that they concern. */
export function useLiveQueries(client: QueryClient): void {
  useLiveEvents();
  useEffect(() => {
    const tids = new Set<string>();
    /** Data fetched before this moment may be stale; null for none. */
    let staleBefore: number | null = null;
    const { schedule, cancel } = coalesceCalls(() => {
      const staleMoment = staleBefore;
      const changedTids = new Set(tids);
      staleBefore = null;
      tids.clear();
      void client.invalidateQueries({
        queryKey: ['tenant'],
        predicate: ({ queryKey: [, tid, area], state }) =>
          area === 'work' &&
          ((typeof tid === 'string' && changedTids.has(tid)) ||
            (staleMoment !== null && state.dataUpdatedAt < staleMoment)),
      });
    }, coalesceMs);
    const unsubscribe = onLiveEvent(({ name, data }, requestedAt) => {
      if (name === 'message') return;
      if (name === 'badge') staleBefore = Math.max(staleBefore ?? 0, requestedAt ?? Number.POSITIVE_INFINITY);
      else if (data['tid'] !== undefined) tids.add(data['tid']);
      schedule();
    });
    return () => {
      unsubscribe();
      cancel();
    };
  }, [client]);
}
