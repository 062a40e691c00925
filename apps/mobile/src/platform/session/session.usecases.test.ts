import { describe, expect, it } from 'vitest';
import { json, offline, refusal, signedIn, twoTenants, userWith } from '../../../testing/session/answers.ts';
import { calls, credentials, later, setUp, setUpSignedIn, shown } from '../../../testing/session/world.ts';

const [first, second] = twoTenants;

describe('signing in', () => {
  it('continues with the only tenant, to the tabs of the role', async () => {
    const { platform } = await setUpSignedIn();
    expect(shown()).toMatchObject({
      phase: 'signedIn',
      tenant: { tid: 't1', tserviceVersion: 'eds-pro_16.2' },
    });
    expect(await platform.secrets.get('token')).toBe('token-1');
    expect(await platform.preferences.get('tid')).toBe('t1');
  });

  it('sends the device with a DPoP proof', async () => {
    let body: { device?: { id: string; proof: string } } = {};
    const { platform } = await setUpSignedIn({
      [calls.token]: async (request) => {
        body = (await request.json()) as typeof body;
        return json(signedIn([first], later));
      },
    });
    expect(body.device?.id).toBe((await platform.deviceKeys.current())?.id);
    expect(body.device?.proof.split('.')).toHaveLength(3);
  });

  it('asks for the tenant when there are several', async () => {
    const { session } = await setUpSignedIn({
      [calls.token]: () => json(signedIn([first, second], later)),
      'GET /api/v1/tenants/t2/current-user': () => json(userWith()),
    });
    expect(shown().phase).toBe('choosing');
    await session.chooseTenant('t2');
    expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't2' } });
  });

  it('continues without a tenant as others, without the work tab', async () => {
    await setUpSignedIn({ [calls.token]: () => json(signedIn([], later)) });
    const session = shown();
    expect(session).toMatchObject({ phase: 'signedIn', tenant: null, user: null });
    expect(session.phase === 'signedIn' && session.tabs.map(({ name }) => name)).toEqual([
      'messages',
      'documents',
      'mine',
    ]);
  });

  it('rejects an unknown role and stores nothing', async () => {
    const { platform } = await setUpSignedIn({ [calls.user]: () => json(userWith('pirate')) });
    expect(shown()).toMatchObject({ phase: 'signedOut', notice: { code: 'login.unknown_role' } });
    expect(await platform.secrets.get('token')).toBeNull();
  });

  it('retries once after a refused DPoP proof, and as a new device after a withdrawal', async () => {
    const ids = new Set<string>();
    let tries = 0;
    await setUpSignedIn({
      [calls.token]: async (request) => {
        ids.add(((await request.json()) as { device: { id: string } }).device.id);
        tries += 1;
        return tries === 1 ? refusal('login.device_withdrawn') : json(signedIn([first], later));
      },
    });
    expect(shown().phase).toBe('signedIn');
    expect(ids.size).toBe(2);
  });

  it('rejects with the reason and stays signed out', async () => {
    const { session } = setUp({ [calls.token]: () => refusal('login.incorrect_username_or_password') });
    await session.start();
    await expect(session.signIn(credentials)).rejects.toMatchObject({
      code: 'login.incorrect_username_or_password',
    });
    expect(shown().phase).toBe('signedOut');
  });

  it('by code sends the phone number and the code, and uses the number as the account name', async () => {
    let body: Record<string, string> = {};
    const { session } = setUp({
      [calls.token]: async (request) => {
        body = (await request.json()) as typeof body;
        return json(signedIn([], later));
      },
    });
    await session.signIn({ mobileNo: '13812345678', code: '123456' });
    expect(body).toMatchObject({ mobileNo: '13812345678', code: '123456' });
    expect(shown()).toMatchObject({ phase: 'signedIn' });
  });

  it('reports a refusal by the organisation at the choice, and any other at the network error', async () => {
    const { session, answers, platform } = await setUpSignedIn({
      [calls.token]: () => json(signedIn([first, second], later)),
      [calls.user]: () => refusal('login.no_rights_or_no_roles', 403),
    });
    await expect(session.chooseTenant('t1')).rejects.toMatchObject({ code: 'login.no_rights_or_no_roles' });
    expect(shown().phase).toBe('choosing');
    answers[calls.user] = offline;
    await session.chooseTenant('t1');
    expect(shown()).toMatchObject({ phase: 'failed', choices: { phase: 'choosing' } });
    expect(await platform.preferences.get('tid')).toBe('t1');
  });

  it('stays signed out when the user aborts the wait', async () => {
    const waiting = new AbortController();
    const { session, platform } = setUp({
      [calls.token]: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
          waiting.abort();
        }),
    });
    await expect(session.signIn(credentials, waiting.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await platform.secrets.get('token')).toBeNull();
  });
});
