import type { PushNote } from './push.messages.ts';

type Listener = (note: PushNote) => void;

const listeners = new Set<Listener>();

/** Told of each push that comes while the app is open. Returns its end. */
export function onPushMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellPush(note: PushNote): void {
  for (const listener of listeners) listener(note);
}
