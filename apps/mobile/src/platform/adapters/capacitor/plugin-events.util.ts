import type { PluginListenerHandle } from '@capacitor/core';

/**
 * Subscribes to a plugin's events. The returned function takes effect at once, though the native side unsubscribes
 * later.
 */
export function listenToPlugin<T>(
  add: (listener: (data: T) => void) => Promise<PluginListenerHandle>,
  listener: (data: T) => void,
): () => void {
  let isUnsubscribed = false;
  const handle = add((data) => {
    if (!isUnsubscribed) listener(data);
  });
  // A plugin that fails to subscribe emits no events.
  handle.catch(() => undefined);
  return () => {
    isUnsubscribed = true;
    handle.then(({ remove }) => remove()).catch(() => undefined);
  };
}
