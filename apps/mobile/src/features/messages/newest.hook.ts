import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useBadges } from '../../app/shell/badges.store.ts';
import { usePlatform } from '../../platform/index.ts';
import type { LiveEvent } from '../../platform/live/event-lines.rules.ts';
import { gather } from '../../platform/live/gather.ts';
import { onLiveEvent } from '../../platform/live/live.hook.ts';
import { type FeedPage, mergeNewest } from './feed.rules.ts';

/** A remounted list older than this is refreshed. */
const freshTime = 10_000;
const countTime = 1_000;
const gatherTime = 250;

type NewestOptions<Item> = {
  readonly queryKey: QueryKey;
  readonly fetchNewest: () => Promise<FeedPage<Item>>;
  readonly keyOf: (item: Item) => string;
  readonly timeOf: (item: Item) => number;
  /** Whether an event concerns this list. */
  readonly concerns: (event: LiveEvent) => boolean;
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
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.current.then(work, work);
    turn.current = result.catch(() => undefined);
    return result;
  }, []);

  /** @throws the error of the call. */
  const refresh = useCallback(
    () =>
      inTurn(async () => {
        const { queryKey, fetchNewest, keyOf, timeOf } = latest.current;
        type Pages = InfiniteData<FeedPage<Item>>;
        if (client.getQueryData<Pages>(queryKey) === undefined) {
          await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
          return;
        }
        const fresh = await fetchNewest();
        client.setQueryData<Pages>(queryKey, (known) => {
          if (known === undefined || known.pages[0]?.newer) return known;
          const pages = mergeNewest(known.pages, fresh, { keyOf, timeOf });
          return { pages: [...pages], pageParams: pages.map((_, index) => known.pageParams[index] ?? null) };
        });
      }),
    [client, inTurn],
  );

  useEffect(() => {
    const { ask, cancel } = gather(() => void refresh().catch(() => undefined), gatherTime);
    const updatedAt = () => client.getQueryState(latest.current.queryKey)?.dataUpdatedAt ?? 0;
    const askAfter = (age: number) => {
      if (Date.now() - updatedAt() > age) ask();
    };
    if (updatedAt() > 0) askAfter(freshTime);
    const ends = [
      onLiveEvent((event, askedAt) => {
        if (!latest.current.concerns(event)) return;
        if (askedAt === null || updatedAt() < askedAt) ask();
      }),
      useBadges.subscribe((now, before) => {
        // The initial badge count arrives with the first page and is no change.
        if (now.messages !== before.messages) askAfter(countTime);
      }),
      network.subscribe((online) => {
        if (online) ask();
      }),
    ];
    return () => {
      cancel();
      for (const end of ends) end();
    };
  }, [client, network, refresh]);

  return { refresh, inTurn };
}
