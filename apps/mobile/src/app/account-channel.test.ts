import { afterEach, expect, it } from 'vitest';
import { type Session, setSession } from '../platform/session/session.store.ts';
import { openAccountChannel } from './account-channel.util.ts';

/** A page of a browser. All pages of the browser share one storage. */
function openPage(stored: Map<string, string>) {
  const events = new EventTarget();
  const left: string[] = [];
  const announce = openAccountChannel({
    events,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    reload: (to) => left.push(to),
  });
  const show = (persisted: boolean) =>
    events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  return { announce, show, left };
}

const signedIn = (aid: string) => setSession({ phase: 'choosing', account: { aid } } as unknown as Session);

afterEach(() => setSession({ phase: 'starting' }));

it('leaves a page restored from the page cache when its account has signed out in the meantime', () => {
  const page = openPage(new Map());
  page.announce('a1');
  signedIn('a1');
  page.show(true);
  expect(page.left, 'the same person').toEqual([]);
  page.announce(null);
  page.show(true);
  expect(page.left).toEqual(['/']);
});

it('reloads a page restored from the page cache when an account has signed in in the meantime', () => {
  const page = openPage(new Map());
  page.announce('a1');
  page.show(true);
  expect(page.left).toEqual(['here']);
});

it('changes nothing on a normal page load or when no account has been announced', () => {
  const stored = new Map<string, string>();
  const page = openPage(stored);
  signedIn('a1');
  page.show(true);
  page.announce(null);
  page.show(false);
  expect(page.left).toEqual([]);
});

it('leaves the page when another tab announces a different account', async () => {
  const page = openPage(new Map());
  signedIn('a1');
  const channel = new BroadcastChannel('sealflow.account');
  channel.postMessage('a1');
  channel.postMessage('a2');
  await expect.poll(() => page.left).toEqual(['/']);
  channel.close();
});
