import { useEffect } from 'react';
import { usePlatform } from '../index.ts';
import { refreshIntervals } from './refresh.rules.ts';
import { useSessionActions } from './session.hook.ts';

/**
 * Refreshes the token of a running session before it expires: checked each minute, when the page becomes visible, and
 * when the network returns.
 */
export function useTokenRefresh(): void {
  const { network } = usePlatform();
  const { refreshIfDue } = useSessionActions();
  useEffect(() => {
    const refresh = () => void refreshIfDue();
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(refresh, refreshIntervals.retryIntervalMs);
    document.addEventListener('visibilitychange', onVisible);
    const unsubscribe = network.subscribe((online) => {
      if (online) refresh();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      unsubscribe();
    };
  }, [network, refreshIfDue]);
}
