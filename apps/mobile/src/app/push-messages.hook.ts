import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePlatform } from '../platform/index.ts';
import { emitPushMessage } from '../platform/push/push-events.util.ts';

/** Opens the screen of a pressed notification, and clears shown notifications while the app is visible. */
export function usePushMessages(): void {
  const { push } = usePlatform();
  const navigate = useNavigate();
  useEffect(
    () =>
      push.subscribeToMessages((message) => {
        if (message.kind === 'push') emitPushMessage(message.note);
        else void navigate(message.path);
      }),
    [push, navigate],
  );
  useEffect(() => {
    const clear = () => {
      if (document.visibilityState === 'visible') push.clearNotices().catch(() => undefined);
    };
    clear();
    document.addEventListener('visibilitychange', clear);
    return () => document.removeEventListener('visibilitychange', clear);
  }, [push]);
}
