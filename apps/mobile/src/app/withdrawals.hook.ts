import { useEffect } from 'react';
import { useDocumentsContext } from '../platform/documents/documents-context.hook.ts';
import { dropWithdrawn } from '../platform/documents/withdrawals.usecases.ts';
import { useOnline } from './shell/online.hook.ts';

/** After the sign-in, and whenever the service is there again or one comes back: what was withdrawn opens no more offline. */
export function useWithdrawals(): void {
  const context = useDocumentsContext();
  const online = useOnline();
  useEffect(() => {
    if (!online) return undefined;
    const ended = new AbortController();
    // What fails now is asked again at the next contact.
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
