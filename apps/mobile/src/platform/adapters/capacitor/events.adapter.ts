import type { PluginListenerHandle } from '@capacitor/core';

/** Hears a plugin's events, the first ones too; its end counts at once, though the native side hears of it later. */
export function hear<T>(
  add: (listener: (data: T) => void) => Promise<PluginListenerHandle>,
  listener: (data: T) => void,
): () => void {
  let isOver = false;
  const handle = add((data) => {
    if (!isOver) listener(data);
  });
  // A plugin that cannot tell of it never tells.
  handle.catch(() => undefined);
  return () => {
    isOver = true;
    handle.then(({ remove }) => remove()).catch(() => undefined);
  };
}

/** A set of listeners behind one hearing of the native side. */
export function createListeners<T = void>() {
  const listeners = new Set<(value: T) => void>();
  return {
    emit: (value: T) => {
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener: (value: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
