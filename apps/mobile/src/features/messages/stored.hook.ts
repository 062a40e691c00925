import { debounce } from '@sealflow/domain/debounce';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionStore, useSignedIn } from '../../platform/session/index.ts';
import { useLongWait } from '../../ui/waiting.hook.ts';

/** Whoever is still scrolling or reading needs the device for that. */
const restTime = 500;

const isHere = (aid: string) => {
  const { session } = useSessionStore.getState();
  return session.phase === 'signedIn' && session.account.aid === aid;
};

/** What the device keeps of the account's messages; its database opens at the first use. */
export function useStored() {
  const platform = usePlatform();
  const { aid } = useSignedIn().account;
  return useMemo(() => {
    const open = async () => {
      const [{ localDatabase }, { storedMessagesOf }] = await Promise.all([
        import('../../platform/database/local-database.adapter.ts'),
        import('../../platform/messages/stored-messages.repository.ts'),
      ]);
      return storedMessagesOf(await localDatabase(platform), aid);
    };
    return { open, aid, now: () => platform.clock.now() };
  }, [platform, aid]);
}

export type Stored = Awaited<ReturnType<ReturnType<typeof useStored>['open']>>;

/** Nobody answered, or nobody who knows; a refusal is an answer, and what is stored is not shown beside it. */
const isAway = (error: Error | null) =>
  error instanceof ApiError && (error.kind !== 'http' || error.status >= 500);

type Asked = { readonly data: unknown; readonly isPending: boolean; readonly error: Error | null };

/** What is stored of a list, while the service keeps one waiting or is away; undefined where there is nothing. */
export function useStoredList<Item>(
  { name, asked }: { readonly name: readonly string[]; readonly asked: Asked },
  read: (stored: Stored) => Promise<readonly Item[]>,
): readonly Item[] | undefined {
  const { open } = useStored();
  const isLate = useLongWait(asked.isPending);
  const isWanted = asked.data === undefined && (isLate || isAway(asked.error));
  const { data } = useQuery({
    queryKey: ['account', 'stored', ...name],
    queryFn: async () => read(await open()),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return isWanted && data !== undefined && data.length > 0 ? data : undefined;
}

/** Stores a list as the service gave it, once it rests; undefined stores nothing. */
export function useKeep<Item>(
  items: readonly Item[] | undefined,
  write: (stored: Stored, items: readonly Item[], now: number) => Promise<void>,
): void {
  const { open, aid, now } = useStored();
  const keep = useMemo(() => {
    const keepNow = (latest: readonly Item[], writeTo: typeof write) => {
      open()
        .then((stored) => (isHere(aid) ? writeTo(stored, latest, now()) : undefined))
        // No room or no database: then there is nothing to read offline, and nothing else is lost.
        .catch(() => undefined);
    };
    // Whoever goes on at once has seen it all the same: leaving ends no wait.
    return debounce(keepNow, restTime);
  }, [open, aid, now]);
  useEffect(() => {
    if (items !== undefined) keep(items, write);
  }, [items, write, keep]);
}
