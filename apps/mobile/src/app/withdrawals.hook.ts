import { useEffect } from 'react';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { dropWithdrawn } from '../platform/documents/withdrawals.usecases.ts';
import { useOnline } from './shell/online.hook.ts';

/**
 * After the sign-in, when the network returns and when the app becomes visible: deletes keys of withdrawn documents,
 * so that they can no longer be opened offline.
 */
export function useWithdrawals(): void {
  const context = useDocumentsContext();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    const ended = new AbortController();
    // A failed check is repeated at the next of these events.
    const look = () => void dropWithdrawn(context, ended.signal).catch(() => undefined);
    const onReturn = () => {
      if (document.visibilityState === 'visible') look();
    };
    look();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      ended.abort();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [context, online]);
}
