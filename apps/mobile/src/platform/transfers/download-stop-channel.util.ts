// Missing in Safari before 15.4: a download in another tab continues there until it is complete.
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sealflow.downloads.stopped');

/** Notifies other tabs that a download was stopped here. */
export const notifyStopped = (name: string): void => channel?.postMessage(name);

export function onDownloadStopped(stop: (name: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => stop(data));
}
