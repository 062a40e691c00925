import { type ConnectionStatus, Network } from '@capacitor/network';
import type { NetworkPort } from '../../ports/network.port.ts';
import { createListeners } from '../listeners.util.ts';
import { listenToPlugin } from './plugin-events.util.ts';

/**
 * Android reports a network as connected only after it has reached Google's servers, which a company network may
 * block: any network counts as online, as the service is requested anyway.
 */
const isOnlineBy = ({ connected, connectionType }: ConnectionStatus) =>
  connected || connectionType !== 'none';

/** The system's network. Resolves after the first status, because `isOnline` is synchronous. */
export async function createCapacitorNetwork(): Promise<NetworkPort> {
  const changes = createListeners<boolean>();
  let online: boolean | undefined;
  listenToPlugin<ConnectionStatus>(
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
  // A change reported meanwhile is newer.
  online ??= first;
  return { isOnline: () => online === true, subscribe: changes.subscribe };
}
