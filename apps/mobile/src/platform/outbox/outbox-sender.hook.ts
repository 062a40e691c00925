import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import { useSignedIn } from '../session/index.ts';
import { startSender } from './outbox-sender.usecases.ts';

/** Keeps the account's decisions going out; once, in the signed-in part. */
export function useOutboxSender(client: QueryClient): void {
  const platform = usePlatform();
  const api = useApi();
  const { account, tenants } = useSignedIn();
  useEffect(
    () =>
      startSender({
        platform,
        api,
        accountID: account.aid,
        versionOf: (tid) => tenants.find(({ id }) => id === tid)?.serviceVersion ?? null,
        onSent: (tid) => void client.invalidateQueries({ queryKey: ['tenant', tid, 'work'] }),
      }),
    [platform, api, account.aid, tenants, client],
  );
}
