import type { PushNote } from '../ports/push.port.ts';

type Listener = (note: PushNote) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to push messages that arrive while the app is open.
 * @returns a function that ends the subscription.
 */
export function onPushMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function emitPushMessage(note: PushNote): void {
  for (const listener of listeners) listener(note);
}
