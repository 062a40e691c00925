import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePlatform } from '../platform/index.ts';
import { tellPush } from '../platform/push/push.events.ts';

/** A pressed notification leads to its screen; who looks at the app needs none of those that are shown. */
export function usePushMessages(): void {
  const { push } = usePlatform();
  const navigate = useNavigate();
  useEffect(
    () =>
      push.subscribeToMessages((message) => {
        if (message.kind === 'push') tellPush(message.note);
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
