import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { type Api, createApi } from '../api/index.ts';
import { useSessionStore } from './session.store.ts';
import { createSession, type SessionActions } from './session.usecases.ts';
import {
  type Answers,
  answering,
  json,
  nothing,
  offline,
  refusal,
  signedIn,
  twoTenants,
  userWith,
} from './tests/answers.ts';

const now = 1_800_000_000_000;
const later = now + 86_400_000;
const token = 'POST /api/v1/auth/token';
const refresh = 'POST /api/v1/auth/refresh-token';
const user = 'GET /api/v1/tenants/t1/current-user';

function setUp(answers: Answers) {
  const platform = createMemoryPlatform({ now: () => now });
  const { send, asked } = answering(answers);
  const wiped: string[] = [];
  let announced = 0;
  const api: Api = createApi({
    host: 'https://service.test',
    token: () => session.token(),
    isOnline: () => true,
    language: () => 'zh',
    onFailure: (error, used) => void session.onFailure(error, used),
    fetch: send,
  });
  const session: SessionActions = createSession({
    api,
    platform,
    serverNow: () => now,
    wipe: async (accountId) => void wiped.push(accountId),
    announce: () => {
      announced += 1;
    },
  });
  return { api, platform, session, asked, answers, wiped, announced: () => announced };
}

const shown = () => useSessionStore.getState().session;
const credentials = { username: 'li', password: 'secret123' };
const [first, second] = twoTenants;

const oneTenant: Answers = {
  [token]: () => json(signedIn([first], later)),
  [refresh]: () => json({ token: 'token-2', expire: later }),
  [user]: () => json(userWith('users')),
};

async function setUpSignedIn(answers: Answers = {}) {
  const world = setUp({ ...oneTenant, ...answers });
  await world.session.signIn(credentials);
  return world;
}

afterEach(() => useSessionStore.setState({ session: { phase: 'starting' } }));

describe('signing in', () => {
  it('goes on with the only tenant, to the tabs of the role', async () => {
    const { platform } = await setUpSignedIn();
    expect(shown()).toMatchObject({
      phase: 'signedIn',
      tenant: { tid: 't1', tserviceVersion: 'eds-pro_16.2' },
    });
    expect(await platform.secrets.get('token')).toBe('token-1');
    expect(await platform.preferences.get('tid')).toBe('t1');
  });

  it('sends the device with a proof', async () => {
    let body: { device?: { id: string; proof: string } } = {};
    const { platform } = await setUpSignedIn({
      [token]: async (request) => {
        body = (await request.json()) as typeof body;
        return json(signedIn([first], later));
      },
    });
    expect(body.device?.id).toBe((await platform.deviceKeys.current())?.id);
    expect(body.device?.proof.split('.')).toHaveLength(3);
  });

  it('asks which of several tenants', async () => {
    const { session } = await setUpSignedIn({
      [token]: () => json(signedIn([first, second], later)),
      'GET /api/v1/tenants/t2/current-user': () => json(userWith()),
    });
    expect(shown().phase).toBe('choosing');
    await session.chooseTenant('t2');
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't2' } });
  });

  it('goes in without a tenant as others, without the work tab', async () => {
    await setUpSignedIn({ [token]: () => json(signedIn([], later)) });
    const session = shown();
    expect(session).toMatchObject({ phase: 'signedIn', tenant: null, user: null });
    expect(session.phase === 'signedIn' && session.tabs.map(({ name }) => name)).toEqual([
      'messages',
      'documents',
      'mine',
    ]);
  });

  it('refuses an unknown role and keeps nothing', async () => {
    const { platform } = await setUpSignedIn({ [user]: () => json(userWith('pirate')) });
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.unknown_role' } });
    expect(await platform.secrets.get('token')).toBeNull();
  });

  it('tries once more where the proof was refused, and as a new device where the old one was withdrawn', async () => {
    const ids = new Set<string>();
    let tries = 0;
    await setUpSignedIn({
      [token]: async (request) => {
        ids.add(((await request.json()) as { device: { id: string } }).device.id);
        tries += 1;
        return tries === 1 ? refusal('login.device_withdrawn') : json(signedIn([first], later));
      },
    });
    expect(shown().phase).toBe('signedIn');
    expect(ids.size).toBe(2);
  });

  it('rejects with the reason, and stays out', async () => {
    const { session } = setUp({ [token]: () => refusal('login.incorrect_username_or_password') });
    await session.start();
    await expect(session.signIn(credentials)).rejects.toMatchObject({
      code: 'login.incorrect_username_or_password',
    });
    expect(shown().phase).toBe('signedOut');
  });
});

describe('a start', () => {
  it('without a token leads to the sign-in and asks nobody', async () => {
    const { session, asked } = setUp({});
    await session.start();
    expect(shown()).toEqual({ phase: 'signedOut', notice: null });
    expect(asked).toEqual([]);
  });

  it('with an expired token clears it and says so', async () => {
    const { session, platform } = await setUpSignedIn();
    await platform.secrets.set('expire', String(now));
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.signature_is_invalid' } });
    expect(await platform.secrets.get('token')).toBeNull();
  });

  it('refreshes a good token with a proof and goes on', async () => {
    let proof: string | null = null;
    const { session, platform } = await setUpSignedIn({
      [refresh]: (request) => {
        proof = request.headers.get('dpop');
        return json({ token: 'token-2', expire: later });
      },
    });
    await session.start();
    expect(shown().phase).toBe('signedIn');
    expect(await platform.secrets.get('token')).toBe('token-2');
    expect(proof).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it.each([
    'login.tenant_access_denied',
    'login.please_switch_to_actual_tenant',
    'login.incorrect_username_or_password',
    'login.user_password_changed',
    'login.account_not_found',
    'login.signature_is_invalid',
  ])('ends the session when the refresh answers %s', async (code) => {
    const { session, platform, answers } = await setUpSignedIn();
    answers[refresh] = () => refusal(code);
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code } });
    expect(await platform.secrets.get('token')).toBeNull();
  });

  it('keeps everything when the service cannot be reached, and offers what is stored', async () => {
    const { session, platform, answers } = await setUpSignedIn();
    answers[refresh] = offline;
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'app.network_error' } });
    expect(await platform.secrets.get('token')).toBe('token-1');
    session.continueStored();
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't1' }, user: { name: 'Li Ming' } });
  });

  it('goes to the network error when the person cannot be read, to the sign-in for an invalid signature', async () => {
    const { session, answers } = await setUpSignedIn();
    answers[user] = () => refusal('app.unknown_error', 500);
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'app.unknown_error' } });
    answers[user] = () => refusal('login.signature_is_invalid');
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.signature_is_invalid' } });
  });
});

describe('while signed in', () => {
  const sessions = 'GET /api/v1/user-msg-sessions';

  it('any call can end the session', async () => {
    const { api } = await setUpSignedIn({ [sessions]: () => refusal('login.user_password_changed') });
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({
      code: 'login.user_password_changed',
    });
    await expect
      .poll(shown)
      .toMatchObject({ phase: 'signedOut', notice: { code: 'login.user_password_changed' } });
  });

  it('an answer about a token of the past ends nothing', async () => {
    const { api, platform } = await setUpSignedIn({
      [sessions]: async () => {
        await platform.secrets.set('token', 'token-of-another-tab');
        return refusal('login.token_expired');
      },
    });
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({ code: 'login.token_expired' });
    expect(shown().phase).toBe('signedIn');
  });

  it('signing out tells the service, wipes the account and keeps the device', async () => {
    const { session, platform, asked, wiped, announced } = await setUpSignedIn({
      'POST /api/v1/auth/logout': nothing,
    });
    await platform.preferences.set('scroll:document', '40');
    await session.signOut();
    expect(shown()).toEqual({ phase: 'signedOut', notice: null });
    expect(asked).toContain('POST /api/v1/auth/logout');
    expect(wiped).toEqual(['a1']);
    expect(announced()).toBe(2);
    expect(await platform.deviceKeys.current()).not.toBeNull();
    for (const key of ['token', 'expire', 'session'] as const)
      expect(await platform.secrets.get(key)).toBeNull();
    for (const key of ['tid', 'tname', 'scroll:document'] as const) {
      expect(await platform.preferences.get(key)).toBeNull();
    }
  });
});
