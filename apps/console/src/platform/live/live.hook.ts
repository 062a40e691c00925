import type { ConsoleChange, ConsoleKind } from '@sealflow/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../api.hook.ts';
import { useSession } from '../session/session.store.ts';
import { affectedRoots, isLiveRoot } from './live-queries.table.ts';

type ChangeListener = (change: ConsoleChange) => void;

const listeners = new Set<ChangeListener>();

/**
 * Subscribes to the changes that the service reports.
 * @returns a function that ends the subscription.
 */
export function onConsoleChange(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The newest change of a thing that someone else made since the component was mounted; null for none.
 * @returns the change, and a function that forgets it.
 */
export function useForeignChange(kind: ConsoleKind, id: string): readonly [ConsoleChange | null, () => void] {
  const [change, setChange] = useState<ConsoleChange | null>(null);
  useEffect(
    () =>
      onConsoleChange((next) => {
        if (next.kind === kind && next.id === id && next.origin !== 'self') setChange(next);
      }),
    [kind, id],
  );
  return [change, () => setChange(null)];
}

/**
 * Follows what is changed in a tenant or, if it is null, in the deployment, while the page is visible, and loads again what
 * the page shows of it.
 */
export function useLiveChanges(tid: string | null, isEnabled: boolean): void {
  const api = useApi();
  const { token } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return undefined;
    let isEnded = false;
    let end = () => {};
    const refresher = createRefresher(queries, tid);
    // With its own token a refusal of this call neither ends the session nor opens the step-up dialog.
    const open = (signal: AbortSignal) =>
      tid === null
        ? api.open('GET /api/v1/admin/events', { signal, token })
        : api.open('GET /api/v1/tenants/{tid}/admin/events', { params: { tid }, signal, token });
    const follow = async () => {
      // Loaded after the first page, which does not need it.
      const { followEvents } = await import('@sealflow/sdk/live-events.client.ts');
      if (isEnded) return;
      end = followEvents({
        open,
        shouldConnect: () => document.visibilityState === 'visible' && navigator.onLine,
        onShouldConnectChange,
        onEvent: (event, requestedAt) => {
          if (event.name === 'refetch') refresher.reload(requestedAt);
          if (event.name !== 'change') return;
          const change = event.data as unknown as ConsoleChange;
          refresher.add(change);
          for (const listener of listeners) listener(change);
        },
      });
    };
    void follow();
    return () => {
      isEnded = true;
      end();
      refresher.stop();
    };
  }, [api, token, queries, tid, isEnabled]);
}

function onShouldConnectChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Changes within this time load a list once. */
const refreshDelayMs = 300;

function createRefresher(queries: QueryClient, tid: string | null) {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    for (const root of pending) {
      void queries.invalidateQueries({ queryKey: tid === null ? [root] : [root, tid] });
    }
    pending.clear();
  };
  return {
    add: ({ kind }: ConsoleChange) => {
      for (const root of affectedRoots[kind] ?? []) pending.add(root);
      timer ??= setTimeout(refresh, refreshDelayMs);
    },
    /** @param requestedAt - ms since 1970; data fetched since then has missed no change. Null for all data. */
    reload: (requestedAt: number | null) =>
      void queries.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          isLiveRoot(queryKey[0], tid) && (requestedAt === null || state.dataUpdatedAt < requestedAt),
      }),
    stop: () => clearTimeout(timer),
  };
}
