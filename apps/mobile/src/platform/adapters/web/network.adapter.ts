import type { NetworkPort } from '../../ports/network.port.ts';

export function createWebNetwork(): NetworkPort {
  return {
    isOnline: () => navigator.onLine,
    subscribe(listener) {
      const notify = () => listener(navigator.onLine);
      addEventListener('online', notify);
      addEventListener('offline', notify);
      return () => {
        removeEventListener('online', notify);
        removeEventListener('offline', notify);
      };
    },
  };
}
