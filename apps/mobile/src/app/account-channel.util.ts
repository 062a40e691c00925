import { useSessionStore } from '../platform/session/index.ts';

const channelName = 'sealflow.account';

type AccountPage = {
  readonly events: Pick<EventTarget, 'addEventListener'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Reloads the page: at `/` if another user is signed in now, at the same address if no user was signed in here. */
  readonly reload: (to: '/' | 'here') => void;
};

const browserPage: AccountPage = {
  events: globalThis,
  // A browser that denies storage throws on access to `localStorage` itself.
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  reload: (to) => (to === '/' ? window.location.replace('/') : window.location.reload()),
};

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/**
 * Announces the signed-in account to other tabs of the browser. A tab that shows another account, or none, reloads,
 * so that no tab acts for two users. A tab in the back/forward cache receives no message: it compares the account
 * when it returns.
 * | @returns a function that announces an account's id, or null after a sign-out.
 */
export function openAccountChannel({ events, storage, reload }: AccountPage = browserPage) {
  const reloadIfChanged = (announcedId: string | null) => {
    const { session } = useSessionStore.getState();
    const shownId = 'account' in session ? session.account.aid : null;
    if (shownId !== announcedId) reload(shownId === null ? 'here' : '/');
  };
  events.addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    const stored = attempt(() => storage.getItem(channelName));
    if (stored !== null) reloadIfChanged(stored === '' ? null : stored);
  });
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  if (channel) channel.onmessage = ({ data }: MessageEvent<string | null>) => reloadIfChanged(data);
  return (accountId: string | null): void => {
    attempt(() => storage.setItem(channelName, accountId ?? ''));
    channel?.postMessage(accountId);
  };
}
