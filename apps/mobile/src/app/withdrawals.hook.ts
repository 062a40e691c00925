import { useEffect } from 'react';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { deleteWithdrawnLicences } from '../platform/documents/withdrawals.usecases.ts';
import { useOnline } from '../shell/online.hook.ts';

/**
 * After the sign-in, when the network returns and when the app becomes visible: deletes keys of withdrawn documents,
 * so that they can no longer be opened offline.
 */
export function useWithdrawals(): void {
  const context = useDocumentsContext();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    const controller = new AbortController();
    // A failed check is repeated at the next of these events.
    const checkWithdrawals = () =>
      void deleteWithdrawnLicences(context, controller.signal).catch(() => undefined);
    const onReturn = () => {
      if (document.visibilityState === 'visible') checkWithdrawals();
    };
    checkWithdrawals();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [context, online]);
}
