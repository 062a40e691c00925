import { type ConnectionStatus, Network } from '@capacitor/network';
import type { NetworkPort } from '../../ports/network.port.ts';
import { createListeners, hear } from './events.adapter.ts';

/**
 * Android calls a network connected once it has reached Google's servers through it, which a company's own network may
 * never let it: any network at all is enough, as the service is asked anyway.
 */
const isOnlineBy = ({ connected, connectionType }: ConnectionStatus) =>
  connected || connectionType !== 'none';

/** The system's network. The first answer is waited for: whether the app is online is asked without waiting. */
export async function createCapacitorNetwork(): Promise<NetworkPort> {
  const changes = createListeners<boolean>();
  let online: boolean | undefined;
  hear<ConnectionStatus>(
    (listener) => Network.addListener('networkStatusChange', listener),
    (status) => {
      const now = isOnlineBy(status);
      if (now === online) return;
      online = now;
      changes.emit(now);
    },
  );
  const first = await Network.getStatus()
    .then(isOnlineBy)
    .catch(() => navigator.onLine);
  // A change that was told meanwhile is newer.
  online ??= first;
  return { isOnline: () => online === true, subscribe: changes.subscribe };
}
