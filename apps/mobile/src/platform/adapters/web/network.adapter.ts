import type { NetworkPort } from '../../ports/network.port.ts';

export function createWebNetwork(): NetworkPort {
  return {
    isOnline: () => navigator.onLine,
    subscribe(listener) {
      const tell = () => listener(navigator.onLine);
      addEventListener('online', tell);
      addEventListener('offline', tell);
      return () => {
        removeEventListener('online', tell);
        removeEventListener('offline', tell);
      };
    },
  };
}
