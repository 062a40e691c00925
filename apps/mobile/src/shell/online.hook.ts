import { useCallback, useSyncExternalStore } from 'react';
import { usePlatform } from '../platform/index.ts';

export function useOnline(): boolean {
  const { network } = usePlatform();
  return useSyncExternalStore(
    useCallback((changed) => network.subscribe(changed), [network]),
    () => network.isOnline(),
  );
}
