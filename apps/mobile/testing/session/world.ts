import { onTestFinished } from 'vitest';
import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { type Api, createApi } from '../../src/platform/api/index.ts';
import { createAppLock } from '../../src/platform/app-lock/app-lock.compose.ts';
import { useAppLockStore } from '../../src/platform/app-lock/app-lock.store.ts';
import { useSessionStore } from '../../src/platform/session/session.store.ts';
import { createSession, type SessionActions } from '../../src/platform/session/session.usecases.ts';
import { type Answers, createFakeFetch, json, signedIn, twoTenants, userWith } from './answers.ts';

export const calls = {
  token: 'POST /api/v1/auth/token',
  refresh: 'POST /api/v1/auth/refresh-token',
  logout: 'POST /api/v1/auth/logout',
  user: 'GET /api/v1/tenants/t1/current-user',
} as const;

export const start = 1_800_000_000_000;
const day = 86_400_000;
export const later = start + 30 * day;
export const credentials = { username: 'li', password: 'secret123' };

export const shown = () => useSessionStore.getState().session;

/**
 * A session with a memory platform, a service with the given answers, and a clock that the test sets. The store is reset
 * after the test.
 */
export function setUp(answers: Answers) {
  onTestFinished(() => {
    useSessionStore.setState({ session: { phase: 'starting' } });
    useAppLockStore.setState({ isLocked: false, record: null });
  });
  let session: SessionActions;
  const time = { now: start };
  const platform = createMemoryPlatform({ now: () => time.now });
  const { send, requests } = createFakeFetch(answers);
  const events: string[] = [];
  const api: Api = createApi({
    host: 'https://service.test',
    token: () => session.token(),
    isOnline: () => true,
    language: () => 'zh',
    onFailure: (error, used) => void session.onFailure(error, used),
    fetch: send,
  });
  const world = {
    wipe: async (aid: string) => void events.push(`wipe ${aid}`),
    onSignOut: async (aid: string) => void events.push(`sign out ${aid}`),
    onLeave: async () => void events.push(`leave with ${await session.token()}`),
  };
  /** The app after a start of its page: the stored data is the same, everything in memory is new. */
  const open = () => {
    const lock = createAppLock(platform);
    session = createSession({
      api,
      platform: { ...platform, secrets: lock.secrets },
      serverNow: () => time.now,
      wipe: (aid) => world.wipe(aid),
      onSignOut: (aid) => world.onSignOut(aid),
      onLeaveFailedStart: () => world.onLeave(),
      announce: (aid) => void events.push(`announce ${aid}`),
    });
    return { lock, session };
  };
  const reload = () => {
    useSessionStore.setState({ session: { phase: 'starting' } });
    useAppLockStore.setState({ isLocked: false, record: null });
    return open();
  };
  return { api, platform, ...open(), reload, requests, answers, events, time, world };
}

const oneTenant: Answers = {
  [calls.token]: () => json(signedIn([twoTenants[0]], later)),
  [calls.refresh]: () => json({ token: 'token-2', expire: later }),
  [calls.user]: () => json(userWith('users')),
};

/** The session of a member of one tenant, or of the account that `answers` describes. */
export async function setUpSignedIn(answers: Answers = {}) {
  const world = setUp({ ...oneTenant, ...answers });
  await world.session.signIn(credentials);
  return world;
}

/** The session of a member of both tenants, who has chosen the first. */
export async function setUpInFirstTenant() {
  const world = await setUpSignedIn({ [calls.token]: () => json(signedIn([...twoTenants], later)) });
  await world.session.chooseTenant('t1');
  return world;
}
