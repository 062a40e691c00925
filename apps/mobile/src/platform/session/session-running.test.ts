import { fromBase64Url } from '@sealflow/tdf/base64';
import { describe, expect, it } from 'vitest';
import {
  json,
  nothing,
  offline,
  refusal,
  signedIn,
  twoTenants,
  userWith,
} from '../../../testing/session/answers.ts';
import {
  calls,
  credentials,
  later,
  setUpInFirstTenant,
  setUpSignedIn,
  shown,
  start,
} from '../../../testing/session/world.ts';
import { useSessionStore } from './session.store.ts';

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

  it('a session that ended in another tab ends here with the next call', async () => {
    const { api, platform } = await setUpSignedIn({
      [sessions]: ({ headers }) =>
        headers.has('Authorization') ? nothing() : refusal('login.token_expired'),
    });
    for (const key of ['token', 'expire', 'session'] as const) await platform.secrets.remove(key);
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({ code: 'login.token_expired' });
    await expect
      .poll(shown)
      .toMatchObject({ phase: 'signedOut', notice: { code: 'login.token_expired' }, expired: { aid: 'a1' } });
  });

  it('an answer about an earlier token does not end the session', async () => {
    const { api, platform } = await setUpSignedIn({
      [sessions]: async () => {
        await platform.secrets.set('token', 'token-of-another-tab');
        return refusal('login.token_expired');
      },
    });
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({ code: 'login.token_expired' });
    expect(shown().phase).toBe('signedIn');
  });

  it('an invalid signature on a tenant change ends the session, and any other refusal keeps the tenant', async () => {
    const { session, answers } = await setUpInFirstTenant();
    const second = 'GET /api/v1/tenants/t2/current-user';
    answers[second] = () => refusal('app.unknown_error', 500);
    await expect(session.chooseTenant('t2')).rejects.toMatchObject({ code: 'app.unknown_error' });
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't1' } });
    answers[second] = () => refusal('login.signature_is_invalid');
    await session.chooseTenant('t2');
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.signature_is_invalid' } });
  });

  it('signing in again after expiry keeps the organisation and the drafts', async () => {
    const { session, platform, answers, time } = await setUpInFirstTenant();
    await platform.preferences.set('draft:a1:remark', 'half a');
    time.now = later;
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', expired: { aid: 'a1', name: 'li', tid: 't1' } });
    answers[calls.token] = () => json(signedIn([...twoTenants], later + 1000));
    await session.signIn(credentials);
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't1' } });
    expect(await platform.preferences.get('draft:a1:remark')).toBe('half a');
  });

  it('a new phone number of the account is shown and stored', async () => {
    const { session, platform } = await setUpSignedIn();
    await session.storeMobileNo('13900001111');
    expect(shown()).toMatchObject({ account: { aid: 'a1', mobileNo: '13900001111' } });
    expect(await platform.secrets.get('session')).toContain('13900001111');
  });

  it('a call by the device carries a DPoP proof, which is renewed after a wrong device clock', async () => {
    const name = 'PUT /api/v1/auth/update-phone';
    const proofs: (string | null)[] = [];
    const { api, session } = await setUpSignedIn({
      [name]: ({ headers }) => {
        proofs.push(headers.get('dpop'));
        return proofs.length === 1 ? refusal('login.device_proof_invalid') : nothing();
      },
    });
    const body = { mobileNo: '13900001111', code: '123456' };
    await session.callWithTokenAndProof(name, (headers) => api.call(name, { body, headers }));
    const ofJws = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string;
    expect(proofs).toEqual([ofJws, ofJws]);
    expect(new Set(proofs).size).toBe(2);
    expect(shown().phase).toBe('signedIn');
  });

  it('a request for a code carries a DPoP proof without a token hash if the device has keys', async () => {
    const name = 'POST /api/v1/auth/vcode';
    const proofs: (string | null)[] = [];
    const { api, session, platform } = await setUpSignedIn({
      [name]: ({ headers }) => {
        proofs.push(headers.get('dpop'));
        return json({ wait: 60, validFor: 600, ticket: 't' });
      },
    });
    const body = { mobileNo: '13900001111', purpose: 'login' } as const;
    const ask = () => session.callWithProof(name, (headers) => api.call(name, { body, headers }));
    await ask();
    const [, claims = ''] = proofs[0]?.split('.') ?? [];
    const text = new TextDecoder().decode(fromBase64Url(claims));
    expect(JSON.parse(text)).toMatchObject({
      htm: 'POST',
      htu: expect.stringContaining('/api/v1/auth/vcode') as string,
    });
    expect(text).not.toContain('"ath"');
    await platform.deviceKeys.delete();
    await ask();
    expect(proofs[1]).toBeNull();
  });

  it('a withdrawn device keeps no documents', async () => {
    const { api, events } = await setUpSignedIn({ [sessions]: () => refusal('login.device_withdrawn') });
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({ code: 'login.device_withdrawn' });
    await expect.poll(() => shown().phase).toBe('signedOut');
    expect(events).toContain('wipe a1');
  });
});

describe('token of a running session', () => {
  const nearItsEnd = later - 3_600_000;

  it('is refreshed once within a day of its end', async () => {
    const { session, platform, requests, time } = await setUpSignedIn();
    await session.refreshIfDue();
    expect(requests).not.toContain(calls.refresh);
    time.now = nearItsEnd;
    await session.refreshIfDue();
    await session.refreshIfDue();
    expect(requests.filter((call) => call === calls.refresh)).toHaveLength(1);
    expect(await platform.secrets.get('token')).toBe('token-2');
  });

  it('stays valid after a failed refresh, which is not shown and is retried', async () => {
    const { session, platform, answers, time } = await setUpSignedIn();
    answers[calls.refresh] = offline;
    time.now = nearItsEnd;
    await session.refreshIfDue();
    expect(shown().phase).toBe('signedIn');
    answers[calls.refresh] = () => json({ token: 'token-3', expire: later });
    time.now += 60_000;
    await session.refreshIfDue();
    expect(await platform.secrets.get('token')).toBe('token-3');
  });

  it('ends the session when it can no longer be refreshed', async () => {
    const { session, answers, time } = await setUpSignedIn();
    answers[calls.refresh] = () => refusal('login.user_password_changed');
    time.now = nearItsEnd;
    await session.refreshIfDue();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.user_password_changed' } });
  });

  it('is refreshed at once after an offline start, and the user is loaded again', async () => {
    const { session, answers, time } = await setUpSignedIn();
    answers[calls.refresh] = offline;
    await session.start();
    session.continueStored();
    answers[calls.refresh] = () => json({ token: 'token-2', expire: later });
    answers[calls.user] = () => json({ ...userWith('others'), name: 'Li Hua' });
    time.now = start + 60_000;
    await session.refreshIfDue();
    expect(shown()).toMatchObject({ phase: 'signedIn', user: { name: 'Li Hua' }, tabs: { length: 3 } });
  });
});

describe('signing in again', () => {
  it('ends the session and keeps the stored data of the account', async () => {
    const { session, platform, requests, events } = await setUpSignedIn({ [calls.logout]: nothing });
    await platform.preferences.set('draft:a1:remark', 'half a');
    events.length = 0;
    await session.signInAgain();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: null, expired: { aid: 'a1' } });
    expect(requests).toContain(calls.logout);
    expect(events).toEqual([]);
    expect(await platform.secrets.get('token')).toBeNull();
    expect(await platform.preferences.get('draft:a1:remark')).toBe('half a');
  });
});

describe('signing out', () => {
  it('stops the session, removes the push alias, informs the service, wipes the account, keeps the device', async () => {
    const { session, platform, requests, events } = await setUpSignedIn({ [calls.logout]: nothing });
    await platform.preferences.set('scroll:document', '40');
    await platform.preferences.set('draft:a1:remark', 'half a');
    await platform.preferences.set('haveResetPwd', 'true');
    events.length = 0;
    await session.signOut();
    expect(shown()).toEqual({ phase: 'signedOut', notice: null, expired: null });
    expect(requests).toContain(calls.logout);
    expect(events).toEqual(['sign out a1', 'announce null', 'wipe a1']);
    expect(await platform.deviceKeys.current()).not.toBeNull();
    for (const key of ['token', 'expire', 'session', 'wipe'] as const)
      expect(await platform.secrets.get(key)).toBeNull();
    for (const key of ['tid', 'tname', 'scroll:document', 'draft:a1:remark', 'haveResetPwd'] as const)
      expect(await platform.preferences.get(key)).toBeNull();
  });

  it('succeeds whatever fails on the way, and leaves the wipe of the documents for later', async () => {
    const { session, platform, world } = await setUpSignedIn({ [calls.logout]: offline });
    world.onSignOut = async () => Promise.reject(new Error('no push'));
    world.wipe = async () => Promise.reject(new Error('no storage'));
    await session.signOut();
    expect(shown()).toEqual({ phase: 'signedOut', notice: null, expired: null });
    expect(await platform.secrets.get('token')).toBeNull();
    expect(await platform.secrets.get('wipe')).toBe('a1');
  });

  it('removes the push alias after a failed start too, while the token still exists', async () => {
    const { session, answers, events, platform } = await setUpSignedIn({ [calls.logout]: offline });
    answers[calls.refresh] = offline;
    useSessionStore.setState({ session: { phase: 'starting' } });
    await session.start();
    expect(shown().phase).toBe('failed');
    const token = await platform.secrets.get('token');
    events.length = 0;
    await session.signOut();
    expect(events).toEqual([`leave with ${token}`]);
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: null });
  });

  it('deletes nothing after the account has signed in again', async () => {
    const { session, platform, world, events } = await setUpSignedIn({ [calls.logout]: nothing });
    const { wipe } = world;
    world.wipe = async () => Promise.reject(new Error('no storage'));
    await session.signOut();
    await session.signIn(credentials);
    world.wipe = wipe;
    events.length = 0;
    await session.start();
    expect(shown().phase).toBe('signedIn');
    expect(events).not.toContain('wipe a1');
    expect(await platform.secrets.get('wipe')).toBeNull();
  });

  it('of a failed start keeps the stored data for the next sign-in', async () => {
    const { session, answers, events } = await setUpSignedIn({ [calls.logout]: nothing });
    answers[calls.refresh] = offline;
    await session.start();
    await session.signOut();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: null, expired: { aid: 'a1' } });
    expect(events).not.toContain('wipe a1');
  });
});
