import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import { useSignedIn } from '../session/index.ts';
import type { SendApplication } from './outbox.types.ts';
import { startSender } from './outbox-sender.usecases.ts';

/** Sends the account's decisions and applications; mounted once, in the signed-in part. */
export function useOutboxSender(client: QueryClient, sendApplication: SendApplication): void {
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
        sendApplication,
        onSent: (tid) => {
          void client.invalidateQueries({ queryKey: ['tenant', tid, 'work'] });
          void client.invalidateQueries({ queryKey: ['account', 'drafts', tid] });
        },
      }),
    [platform, api, account.aid, tenants, client, sendApplication],
  );
}
