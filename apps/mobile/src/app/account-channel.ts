import { useSessionStore } from '../platform/session/index.ts';

const name = 'sealflow.account';

type AccountPage = {
  readonly events: Pick<EventTarget, 'addEventListener'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Reloads the page: at `/` if another user is signed in now, at the same address if no user was signed in here. */
  readonly leave: (to: '/' | 'here') => void;
};

const browserPage: AccountPage = {
  events: globalThis,
  // A browser that denies storage throws on access to `localStorage` itself.
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  leave: (to) => (to === '/' ? window.location.replace('/') : window.location.reload()),
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
export function openAccountChannel({ events, storage, leave }: AccountPage = browserPage) {
  const follow = (now: string | null) => {
    const { session } = useSessionStore.getState();
    const here = 'account' in session ? session.account.aid : null;
    if (here !== now) leave(here === null ? 'here' : '/');
  };
  events.addEventListener('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    const announced = attempt(() => storage.getItem(name));
    if (announced !== null) follow(announced === '' ? null : announced);
  });
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  if (channel) channel.onmessage = ({ data }: MessageEvent<string | null>) => follow(data);
  return (accountId: string | null): void => {
    attempt(() => storage.setItem(name, accountId ?? ''));
    channel?.postMessage(accountId);
  };
}
