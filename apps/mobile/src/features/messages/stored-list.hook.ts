import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionStore, useSignedIn } from '../../platform/session/index.ts';
import { debounce } from '../../platform/timing.util.ts';

/** Writing waits until the list rests, because scrolling needs the device's resources. */
const storeDebounceMs = 500;

const isSignedInAs = (aid: string) => {
  const { session } = useSessionStore.getState();
  return session.phase === 'signedIn' && session.account.aid === aid;
};

/** The account's messages stored on the device. The database opens on first use. */
export function useStoredMessages() {
  const platform = usePlatform();
  const { aid } = useSignedIn().account;
  return useMemo(() => {
    const open = async () => {
      const [{ localDatabase }, { storedMessagesOf }] = await Promise.all([
        import('../../platform/database/local-database.compose.ts'),
        import('../../platform/messages/stored-messages.repository.ts'),
      ]);
      return storedMessagesOf(await localDatabase(platform), aid);
    };
    return { open, aid, now: () => platform.clock.now() };
  }, [platform, aid]);
}

export type StoredMessages = Awaited<ReturnType<ReturnType<typeof useStoredMessages>['open']>>;

/**
 * No response, or a server error. A rejection is a valid response, and the stored list must not be shown with
 * it.
 */
const isUnavailable = (error: Error | null) =>
  error instanceof ApiError && (error.kind !== 'http' || error.status >= 500);

type ListRequest = { readonly data: unknown; readonly isPending: boolean; readonly error: Error | null };

/** The stored list while the service is slow or unavailable; undefined if nothing is stored. */
export function useStoredList<Item>(
  { name, request }: { readonly name: readonly string[]; readonly request: ListRequest },
  read: (stored: StoredMessages) => Promise<readonly Item[]>,
): readonly Item[] | undefined {
  const { open } = useStoredMessages();
  const isSlow = useLongWait(request.isPending);
  const shouldRead = request.data === undefined && (isSlow || isUnavailable(request.error));
  const { data } = useQuery({
    queryKey: ['account', 'stored', ...name],
    queryFn: async () => read(await open()),
    enabled: shouldRead,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return shouldRead && data !== undefined && data.length > 0 ? data : undefined;
}

/** Stores a fetched list once it rests; undefined stores nothing. */
export function useStoreWhenIdle<Item>(
  items: readonly Item[] | undefined,
  write: (stored: StoredMessages, items: readonly Item[], now: number) => Promise<void>,
): void {
  const { open, aid, now } = useStoredMessages();
  const storeDebounced = useMemo(() => {
    const storeNow = (latest: readonly Item[], writeTo: typeof write) => {
      open()
        .then((stored) => (isSignedInAs(aid) ? writeTo(stored, latest, now()) : undefined))
        // Without storage or a database there is only no offline list.
        .catch(() => undefined);
    };
    // Not cancelled on unmount: a list that was left early was fetched and is worth storing.
    return debounce(storeNow, storeDebounceMs);
  }, [open, aid, now]);
  useEffect(() => {
    if (items !== undefined) storeDebounced(items, write);
  }, [items, write, storeDebounced]);
}
