import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { gather } from '../../platform/live/gather.ts';
import { onLiveEvent, useLive } from '../../platform/live/live.hook.ts';

const gatherTime = 250;

/** Subscribes to the service's events and invalidates the work lists and applications that they concern. */
export function useLiveQueries(client: QueryClient): void {
  useLive();
  useEffect(() => {
    const tids = new Set<string>();
    /** Data fetched before this moment may be stale; null for none. */
    let before: number | null = null;
    const { ask, cancel } = gather(() => {
      const moment = before;
      const concerned = new Set(tids);
      before = null;
      tids.clear();
      void client.invalidateQueries({
        queryKey: ['tenant'],
        predicate: ({ queryKey: [, tid, area], state }) =>
          area === 'work' &&
          ((typeof tid === 'string' && concerned.has(tid)) ||
            (moment !== null && state.dataUpdatedAt < moment)),
      });
    }, gatherTime);
    const unsubscribe = onLiveEvent(({ name, data }, askedAt) => {
      if (name === 'message') return;
      if (name === 'badge') before = Math.max(before ?? 0, askedAt ?? Number.POSITIVE_INFINITY);
      else if (data['tid'] !== undefined) tids.add(data['tid']);
      ask();
    });
    return () => {
      unsubscribe();
      cancel();
    };
  }, [client]);
}
