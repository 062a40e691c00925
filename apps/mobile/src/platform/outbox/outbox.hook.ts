import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useApi, useErrorText } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import { useSignedIn } from '../session/index.ts';
import type { SendApplication } from './outbox.types.ts';
import { startSender } from './outbox-sender.usecases.ts';
import { RefusedError } from './refused.errors.ts';
import { invalidateWork, rememberDecided } from './stale-work.util.ts';

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
        onSettled: (settled) => {
          rememberDecided(settled);
          const flows = new Map<string, Set<string>>();
          for (const { tid, flowID } of settled) flows.set(tid, (flows.get(tid) ?? new Set()).add(flowID));
          for (const [tid, flowIDs] of flows) {
            void invalidateWork(client, tid, flowIDs);
            void client.invalidateQueries({ queryKey: ['account', 'drafts', tid] });
          }
        },
      }),
    [platform, api, account.aid, tenants, client, sendApplication],
  );
}

/**
 * Returns a function for the text of a refusal, with a hint if an earlier attempt may have been applied. `reason`
 * replaces the error's own text.
 */
export function useRefusalText(): (error: unknown, reason?: string) => string {
  const { work } = useTexts();
  const errorOf = useErrorText();
  return useCallback(
    (error, reason = errorOf(error)) =>
      error instanceof RefusedError && error.mayStand ? work.outbox.mayStand(reason) : reason,
    [work, errorOf],
  );
}
