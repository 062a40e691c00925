/** Tells the browser's other tabs that the account changed; those start anew, so that no tab acts for two people. */
export function openAccountChannel(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel('sealflow.account');
  channel.onmessage = () => window.location.replace('/');
  return () => channel.postMessage('changed');
}
