// Missing in Safari before 15.4: there a download goes on in the other tab until it is whole.
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sealflow.downloads.stopped');

/** Tells the other tabs that a download was stopped here. */
export const stopElsewhere = (name: string): void => channel?.postMessage(name);

export function onStoppedElsewhere(stop: (name: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => stop(data));
}
