import { followEvents } from '@sealflow/sdk/live-events.client.ts';
import type { LiveEvent } from '@sealflow/sdk/sse-parser.util.ts';
import { useEffect } from 'react';
import { useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';

type LiveListener = (event: LiveEvent, requestedAt: number | null) => void;

const listeners = new Set<LiveListener>();

/**
 * Subscribes to every event of the signed-in part's stream.
 * @returns a function that ends the subscription.
 */
export function onLiveEvent(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Connects to the service's events while the page is visible and online; a hidden page relies on the poll. */
export function useLiveEvents(): void {
  const api = useApi();
  const { network, clock } = usePlatform();
  useEffect(
    () =>
      followEvents({
        open: (signal) => api.open('GET /api/v1/events', { signal }),
        shouldConnect: () => document.visibilityState === 'visible' && network.isOnline(),
        onShouldConnectChange: (changed) => {
          document.addEventListener('visibilitychange', changed);
          const unsubscribe = network.subscribe(changed);
          return () => {
            document.removeEventListener('visibilitychange', changed);
            unsubscribe();
          };
        },
        onEvent: (event, requestedAt) => {
          for (const listener of listeners) listener(event, requestedAt);
        },
        now: () => clock.now(),
      }),
    [api, network, clock],
  );
}
