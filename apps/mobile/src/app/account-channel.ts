import { useSessionStore } from '../platform/session/index.ts';

/**
 * Tells the browser's other tabs who is signed in now. Those start anew where they stand, so that no tab acts for two
 * people; one that shows this very person goes on.
 */
export function openAccountChannel(): (accountId: string | null) => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel('sealflow.account');
  channel.onmessage = ({ data }: MessageEvent<string | null>) => {
    const { session } = useSessionStore.getState();
    const here = 'account' in session ? session.account.aid : null;
    if (here === data) return;
    if (here === null) window.location.reload();
    else window.location.replace('/');
  };
  return (accountId) => channel.postMessage(accountId);
}
