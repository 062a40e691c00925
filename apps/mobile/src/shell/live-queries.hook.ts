import type { LiveEvent } from '@sealflow/sdk/sse-parser.util.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLiveEvent, useLiveEvents } from '../platform/live/live.hook.ts';
import { isOfFlows, knownFlowOf } from '../platform/outbox/index.ts';
import { coalesceCalls } from '../platform/timing.util.ts';

const coalesceMs = 250;

/** Subscribes to the service's events and invalidates the work lists and applications that they concern. */
export function useLiveQueries(client: QueryClient): void {
  useLiveEvents();
  useEffect(() => invalidateByEvents(client, onLiveEvent), [client]);
}

/**
 * Invalidates the work that events concern.
 * @returns a function that ends the subscription.
 */
export function invalidateByEvents(client: QueryClient, subscribe: typeof onLiveEvent): () => void {
  /** The changed applications of each tenant; null if one of them is not known. */
  const changes = new Map<string, Set<string> | null>();
  /** Data fetched before this moment may be stale; null for none. */
  let staleBefore: number | null = null;
  const { schedule, cancel } = coalesceCalls(() => {
    const staleMoment = staleBefore;
    const changed = new Map(changes);
    staleBefore = null;
    changes.clear();
    const isChanged = (query: Query) => {
      const flowIDs = changed.get(String(query.queryKey[1]));
      return flowIDs !== undefined && (flowIDs === null || isOfFlows(query, flowIDs));
    };
    void client.invalidateQueries({
      queryKey: ['tenant'],
      predicate: (query) =>
        query.queryKey[2] === 'work' &&
        (isChanged(query) || (staleMoment !== null && query.state.dataUpdatedAt < staleMoment)),
    });
  }, coalesceMs);
  const addChange = (tid: string, { taskID, flowID }: LiveEvent['data']) => {
    const flow = flowID ?? (taskID === undefined ? undefined : knownFlowOf(client, tid, taskID));
    const before = changes.get(tid);
    if (flow === undefined || before === null) changes.set(tid, null);
    else changes.set(tid, (before ?? new Set()).add(flow));
  };
  const unsubscribe = subscribe(({ name, data }, requestedAt) => {
    if (name === 'message') return;
    if (name === 'badge') staleBefore = Math.max(staleBefore ?? 0, requestedAt ?? Number.POSITIVE_INFINITY);
    else if (data['tid'] !== undefined) addChange(data['tid'], data);
    schedule();
  });
  return () => {
    unsubscribe();
    cancel();
  };
}
