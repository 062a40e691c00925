import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { usePlatform } from '../../platform/index.ts';
import { useSessionStore, useSignedIn } from '../../platform/session/index.ts';

/** Whoever is still scrolling or reading needs the device for that. */
const restTime = 1_000;

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

/** What is stored of a list, asked for once the service keeps one waiting or does not answer. */
export function useStoredList<Item>(
  { name, wanted }: { readonly name: readonly string[]; readonly wanted: boolean },
  read: (stored: Stored) => Promise<readonly Item[]>,
) {
  const { open } = useStored();
  return useQuery({
    queryKey: ['account', 'stored', ...name],
    queryFn: async () => read(await open()),
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Stores a list as the service gave it, once it rests; undefined stores nothing. */
export function useKeep<Item>(
  items: readonly Item[] | undefined,
  write: (stored: Stored, items: readonly Item[], now: number) => Promise<void>,
): void {
  const { open, aid, now } = useStored();
  useEffect(() => {
    if (items === undefined) return undefined;
    const timer = setTimeout(() => {
      open()
        .then((stored) => (isHere(aid) ? write(stored, items, now()) : undefined))
        // No room or no database: then there is nothing to read offline, and nothing else is lost.
        .catch(() => undefined);
    }, restTime);
    return () => clearTimeout(timer);
  }, [items, write, open, aid, now]);
}
