import type { LiveEvent } from '@sealflow/sdk/sse-parser.util.ts';
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { usePlatform } from '../../platform/index.ts';
import { onLiveEvent } from '../../platform/live/live.hook.ts';
import { coalesceCalls } from '../../platform/timing.util.ts';
import { useBadges } from '../../shell/badges/badges.store.ts';
import { type FeedPage, mergeNewest } from './feed.rules.ts';

/** A remounted list older than this is refreshed. */
const staleAfterMs = 10_000;
const badgeStaleAfterMs = 1_000;
const gatherDelayMs = 250;

type NewestOptions<Item> = {
  readonly queryKey: QueryKey;
  readonly fetchNewest: () => Promise<FeedPage<Item>>;
  readonly keyOf: (item: Item) => string;
  readonly timeOf: (item: Item) => number;
  /** Whether an event concerns this list. */
  readonly isAffectedBy: (event: LiveEvent) => boolean;
};

/**
 * Keeps the newest end of a list fresh by fetching a single page, however many are loaded. All changes of the
 * pages go through `enqueue`, so that none of them works on replaced data.
 */
export function useNewest<Item>(options: NewestOptions<Item>) {
  const client = useQueryClient();
  const { network } = usePlatform();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const queueTail = useRef<Promise<unknown>>(Promise.resolve());
  const enqueue = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const result = queueTail.current.then(work, work);
    queueTail.current = result.catch(() => undefined);
    return result;
  }, []);

  /** @throws the error of the call. */
  const refresh = useCallback(
    () =>
      enqueue(async () => {
        const { queryKey, fetchNewest, keyOf, timeOf } = latest.current;
        type Pages = InfiniteData<FeedPage<Item>>;
        if (client.getQueryData<Pages>(queryKey) === undefined) {
          await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
          return;
        }
        const fresh = await fetchNewest();
        client.setQueryData<Pages>(queryKey, (loaded) => {
          if (loaded === undefined || loaded.pages[0]?.newer) return loaded;
          const pages = mergeNewest(loaded.pages, fresh, { keyOf, timeOf });
          return { pages: [...pages], pageParams: pages.map((_, index) => loaded.pageParams[index] ?? null) };
        });
      }),
    [client, enqueue],
  );

  useEffect(() => {
    const { schedule, cancel } = coalesceCalls(() => void refresh().catch(() => undefined), gatherDelayMs);
    const updatedAt = () => client.getQueryState(latest.current.queryKey)?.dataUpdatedAt ?? 0;
    const refreshIfOlderThan = (ageMs: number) => {
      if (Date.now() - updatedAt() > ageMs) schedule();
    };
    if (updatedAt() > 0) refreshIfOlderThan(staleAfterMs);
    const unsubscribes = [
      onLiveEvent((event, requestedAt) => {
        if (!latest.current.isAffectedBy(event)) return;
        if (requestedAt === null || updatedAt() < requestedAt) schedule();
      }),
      useBadges.subscribe((now, before) => {
        // The initial badge count arrives with the first page and is no change.
        if (now.messages !== before.messages) refreshIfOlderThan(badgeStaleAfterMs);
      }),
      network.subscribe((online) => {
        if (online) schedule();
      }),
    ];
    return () => {
      cancel();
      for (const end of unsubscribes) end();
    };
  }, [client, network, refresh]);

  return { refresh, enqueue };
}
