import { describe, expect, it } from 'vitest';
import { json, offline, refusal, signedIn, twoTenants } from '../../../testing/session/answers.ts';
import { calls, credentials, later, setUpSignedIn, shown } from '../../../testing/session/world.ts';
import { useAppLockStore } from '../app-lock/app-lock.store.ts';

/** A promise that the test resolves. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const isLocked = () => useAppLockStore.getState().isLocked;

describe('a start while another start runs', () => {
  it('joins it, and exchanges the token once', async () => {
    const world = await setUpSignedIn();
    const refreshed = deferred<Response>();
    world.answers[calls.refresh] = () => refreshed.promise;
    const { session } = world.reload();
    const starts = [session.start(), session.start()];
    const exchanges = () => world.requests.filter((call) => call === calls.refresh).length;
    await expect.poll(exchanges).toBe(1);
    starts.push(session.start());
    refreshed.resolve(json({ token: 'token-2', expire: later }));
    await Promise.all(starts);
    expect(shown().phase).toBe('signedIn');
    expect(exchanges()).toBe(1);
  });

  it('asks the service again if the other start has ended or was replaced', async () => {
    const { session, answers } = await setUpSignedIn();
    const refreshed = deferred<Response>();
    answers[calls.refresh] = () => refreshed.promise;
    const replaced = session.start();
    await session.signIn(credentials);
    answers[calls.refresh] = offline;
    await session.start();
    expect(shown().phase).toBe('failed');
    refreshed.resolve(json({ token: 'token-2', expire: later }));
    await replaced;
    expect(shown().phase).toBe('failed');
  });
});

describe('a new sign-in after a forgotten PIN, while the lock holds the start back', () => {
  /** The app after a reload with an enabled lock: its start waits for the PIN. */
  async function withHeldStart() {
    const world = await setUpSignedIn();
    await world.lock.setPin({ aid: 'a1', pin: '135790' });
    const { lock, session } = world.reload();
    const held = session.start();
    await expect.poll(isLocked).toBe(true);
    world.answers[calls.token] = () =>
      json({ ...signedIn([twoTenants[0]], later), token: 'token-of-the-new-session' });
    world.events.length = 0;
    return { ...world, lock, session, held };
  }

  it('is offered only after the documents are deleted, and is not ended by the held start', async () => {
    const { lock, session, held, world, platform, events } = await withHeldStart();
    const wiped = deferred<void>();
    const { wipe } = world;
    world.wipe = async (aid) => {
      await wiped.promise;
      await wipe(aid);
    };
    const phases: string[] = [];
    const restarted = session.restart(lock.eraseLock);
    await expect.poll(() => platform.secrets.get('lock')).toBeNull();
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      phases.push(shown().phase);
    }
    expect(new Set(phases)).toEqual(new Set(['starting']));
    wiped.resolve();
    await restarted;
    expect(shown()).toEqual({ phase: 'signedOut', notice: null, expired: null });
    expect(events).toEqual(['wipe a1']);
    await session.signIn(credentials);
    await held;
    expect(shown()).toMatchObject({ phase: 'signedIn', account: { aid: 'a1' } });
    expect(await platform.secrets.get('token')).toBe('token-of-the-new-session');
  });

  it.each([
    ['its successor', () => json({ token: 'token-of-the-old-session', expire: later })],
    ['a refusal', () => refusal('login.signature_is_invalid')],
    ['nothing', offline],
  ] as const)('keeps its session when the held start gets %s for its token afterwards', async (_, answer) => {
    const { lock, session, held, answers, platform, requests } = await withHeldStart();
    const asked = deferred<Response>();
    answers[calls.refresh] = () => asked.promise.then(() => answer(new Request('https://service.test')));
    await lock.unlockByPin('135790');
    await expect.poll(() => requests.includes(calls.refresh)).toBe(true);
    await session.restart(lock.eraseLock);
    await session.signIn(credentials);
    asked.resolve(json({}));
    await held;
    expect(shown()).toMatchObject({ phase: 'signedIn', account: { aid: 'a1' } });
    expect(await platform.secrets.get('token')).toBe('token-of-the-new-session');
  });
});
