import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  json,
  offline,
  refusal,
  signedIn,
  userWith,
} from '../../../testing/session/answers.ts';
import {
  calls,
  credentials,
  later,
  setUp,
  setUpInFirstTenant,
  setUpSignedIn,
  shown,
  start,
} from '../../../testing/session/world.ts';
import { StorageError } from '../ports/storage.errors.ts';

describe('session start', () => {
  it('without a token leads to the sign-in and sends no request', async () => {
    const { session, requests } = setUp({});
    await session.start();
    expect(shown()).toEqual({ phase: 'signedOut', notice: null, expired: null });
    expect(requests).toEqual([]);
  });

  it('without a session stores that the user is signed out, until a session is stored', async () => {
    const { session, platform } = setUp({ [calls.token]: () => json(signedIn([], later)) });
    const { preferences, secrets } = platform;
    expect(await preferences.get('signedOut')).toBeNull();
    await session.start();
    expect(await preferences.get('signedOut')).toBe('true');
    const atWrites: (string | null)[] = [];
    const set = secrets.set.bind(secrets);
    vi.spyOn(secrets, 'set').mockImplementation(async (...entry) => {
      atWrites.push(preferences.getSync('signedOut'));
      await set(...entry);
    });
    await session.signIn(credentials);
    expect(new Set(atWrites)).toEqual(new Set([null]));
  });

  it('without stored secrets removes none, and resets the lists of an earlier session', async () => {
    const { session, platform } = setUp({});
    const { preferences, secrets } = platform;
    for (const key of ['tid', 'tname', 'scroll:document'] as const) await preferences.set(key, 'earlier');
    await preferences.set('draft:entry:sign-in', 'a name');
    const remove = vi.spyOn(secrets, 'remove');
    await session.start();
    expect(shown().phase).toBe('signedOut');
    expect(remove).not.toHaveBeenCalled();
    for (const key of ['tid', 'tname', 'scroll:document'] as const)
      expect(await preferences.get(key)).toBeNull();
    expect(await preferences.get('draft:entry:sign-in')).toBe('a name');
  });

  it('removes the remains of a session without a token', async () => {
    const { session, platform } = setUp({});
    await platform.secrets.set('session', '{"account":');
    await session.start();
    expect(shown().phase).toBe('signedOut');
    expect(await platform.secrets.get('session')).toBeNull();
  });

  it('on a locked phone keeps the session, and succeeds with a retry once the phone is unlocked', async () => {
    const { session, platform } = await setUpSignedIn();
    const { secrets } = platform;
    const locked = vi.spyOn(secrets, 'get').mockRejectedValue(new StorageError('storage.locked'));
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'app.device_locked' } });
    locked.mockRestore();
    expect(await secrets.get('token')).toBe('token-1');
    await session.start();
    expect(shown().phase).toBe('signedIn');
  });

  it('with an expired token deletes the token and reports the expiry', async () => {
    const { session, platform } = await setUpSignedIn();
    await platform.secrets.set('expire', String(start));
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.signature_is_invalid' } });
    expect(await platform.secrets.get('token')).toBeNull();
  });

  it('refreshes a valid token with a DPoP proof and continues', async () => {
    let proof: string | null = null;
    const { session, platform } = await setUpSignedIn({
      [calls.refresh]: (request) => {
        proof = request.headers.get('dpop');
        return json({ token: 'token-2', expire: later });
      },
    });
    await session.start();
    expect(shown().phase).toBe('signedIn');
    expect(await platform.secrets.get('token')).toBe('token-2');
    expect(proof).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  // Section 8 of the specification. An older service sends these messages without a code.
  it.each([
    'tenant access denied',
    'please switch to actual tenant',
    'incorrect Username or Password',
    'user password changed',
    'account not found',
    'signature is invalid',
  ])('ends the session when the refresh answers %s', async (message) => {
    const { session, platform, answers } = await setUpSignedIn();
    answers[calls.refresh] = () => json({ message }, 401);
    await session.start();
    expect(shown()).toMatchObject({
      phase: 'signedOut',
      notice: { message },
      expired: { aid: 'a1', name: 'li', tid: 't1' },
    });
    for (const key of ['token', 'expire', 'session'] as const)
      expect(await platform.secrets.get(key)).toBeNull();
    expect(await platform.preferences.get('tid')).toBeNull();
  });

  it.each<[string, Answers[string], string]>([
    ['no rights', () => json({ message: 'no rights' }, 403), 'login.no_rights_or_no_roles'],
    ['a 502', () => new Response('Bad Gateway', { status: 502 }), 'app.bad_gateway'],
    ['a 404', () => new Response('', { status: 404 }), 'app.page_not_found'],
    ['anything else', () => json({ message: 'teapot' }, 418), 'app.unknown_error'],
    ['nothing', offline, 'app.network_error'],
  ])(
    'goes to the network error, keeping everything, when the refresh answers %s',
    async (_, answer, code) => {
      const { session, platform, answers } = await setUpSignedIn();
      answers[calls.refresh] = answer;
      await session.start();
      expect(shown()).toMatchObject({
        phase: 'failed',
        error: { code },
        stored: { user: { name: 'Li Ming' } },
      });
      expect(await platform.secrets.get('token')).toBe('token-1');
    },
  );

  it('offers no stored content after the service has ended the session', async () => {
    const { session, answers } = await setUpSignedIn();
    answers[calls.refresh] = () => refusal('login.token_expired');
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'login.token_expired' }, stored: null });
  });

  it('on a withdrawn device offers no stored content, and wipes it', async () => {
    const { session, answers, events } = await setUpSignedIn();
    answers[calls.refresh] = () => refusal('login.device_withdrawn');
    await session.start();
    expect(shown()).toMatchObject({
      phase: 'failed',
      error: { code: 'login.device_withdrawn' },
      stored: null,
    });
    expect(events).toContain('wipe a1');
    // An announcement would restart another tab, which would fail too and restart this one, in an endless loop.
    expect(events).not.toContain('announce null');
  });

  it('renews the DPoP proof after a wrong device clock', async () => {
    let tries = 0;
    const { session } = await setUpSignedIn({
      [calls.refresh]: () => {
        tries += 1;
        return tries === 1
          ? refusal('login.device_proof_invalid')
          : json({ token: 'token-2', expire: later });
      },
    });
    await session.start();
    expect(shown().phase).toBe('signedIn');
  });

  it('keeps everything when the service is unreachable, and offers the stored content', async () => {
    const { session, platform, answers } = await setUpSignedIn();
    answers[calls.refresh] = offline;
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'app.network_error' } });
    expect(await platform.secrets.get('token')).toBe('token-1');
    session.continueStored();
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't1' }, user: { name: 'Li Ming' } });
  });

  it('leads to the network error for an unreadable user, and to the sign-in for an invalid signature', async () => {
    const { session, answers } = await setUpSignedIn();
    answers[calls.user] = () => refusal('app.unknown_error', 500);
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'app.unknown_error' } });
    answers[calls.user] = () => refusal('login.signature_is_invalid');
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.signature_is_invalid' } });
  });

  it('offers the stored content to an account without a tenant too', async () => {
    const { session, answers } = await setUpSignedIn({ [calls.token]: () => json(signedIn([], later)) });
    answers[calls.refresh] = offline;
    await session.start();
    session.continueStored();
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: null });
  });

  it('offers the stored content when only the user cannot be loaded', async () => {
    const { session, answers } = await setUpSignedIn();
    answers[calls.user] = offline;
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', stored: { tenant: { tid: 't1' } }, choices: null });
  });

  it('leads from a failing organisation to the choice of another', async () => {
    const { session, platform, answers } = await setUpInFirstTenant();
    answers[calls.user] = () => refusal('login.tenant_access_denied', 403);
    await session.start();
    expect(shown()).toMatchObject({ phase: 'failed', error: { code: 'login.tenant_access_denied' } });
    await session.chooseAnother();
    expect(shown()).toMatchObject({ phase: 'choosing', tenants: [{ id: 't1' }, { id: 't2' }] });
    expect(await platform.preferences.get('tid')).toBeNull();
  });

  it('reports a user without a list of rights, and continues without rights', async () => {
    const { rights: _, ...rightless } = userWith('users');
    await setUpSignedIn({ [calls.user]: () => json(rightless) });
    expect(shown()).toMatchObject({ phase: 'signedIn', rightsReadable: false, user: { rights: [] } });
  });

  it('treats the remains of an interrupted write as no session', async () => {
    const { session, platform } = await setUpSignedIn();
    await platform.secrets.set('session', '{"account":');
    await session.start();
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: null });
  });

  it('finishes the wipe of an earlier sign-out', async () => {
    const { session, platform, events } = setUp({});
    await platform.secrets.set('wipe', 'a1');
    await session.start();
    expect(events).toEqual(['wipe a1']);
    expect(await platform.secrets.get('wipe')).toBeNull();
  });

  it('stays signed out after the app was killed during the sign-out', async () => {
    const { session, platform } = await setUpSignedIn();
    await platform.secrets.set('wipe', 'a1');
    await platform.preferences.set('draft:a1:remark', 'half a');
    await session.start();
    expect(shown()).toEqual({ phase: 'signedOut', notice: null, expired: null });
    expect(await platform.secrets.get('token')).toBeNull();
    expect(await platform.preferences.get('draft:a1:remark')).toBeNull();
  });
});
