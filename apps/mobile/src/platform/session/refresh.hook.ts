import { useEffect } from 'react';
import { usePlatform } from '../index.ts';
import { refreshTimes } from './refresh.rules.ts';
import { useSessionActions } from './session.hook.ts';

/**
 * Refreshes the token of a running session before it expires: checked each minute, when the page becomes visible, and
 * when the network returns.
 */
export function useTokenRefresh(): void {
  const { network } = usePlatform();
  const { keepFresh } = useSessionActions();
  useEffect(() => {
    const look = () => void keepFresh();
    const whenSeen = () => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(look, refreshTimes.apart);
    document.addEventListener('visibilitychange', whenSeen);
    const unsubscribe = network.subscribe((online) => {
      if (online) look();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
      unsubscribe();
    };
  }, [network, keepFresh]);
}
