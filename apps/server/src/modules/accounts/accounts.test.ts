import { calculateJwkThumbprint } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import { signJws, TestDevice, type TestService } from '../../../testing/service.ts';

const minute = 60_000;
let service: TestService;

beforeAll(async () => {
  service = await openAccounts();
});
afterAll(() => service.close());

const signInWith = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);

describe('sign-in', () => {
  it.each(['li', 'LI', '13812345678', '+86 138-1234-5678', 'li@example.COM'])(
    'finds the account by %s',
    async (username) => {
      const response = await signInWith({ username, password });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ aid: 'li', mobileNo: '13812345678', email: 'Li@Example.com' });
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it('returns the tenants with their versions, licence keys and member ids', async () => {
    const { tenants } = await service.signIn('li', password);
    expect(tenants.map(({ id, serviceVersion, user }) => [id, serviceVersion, user.fid])).toEqual([
      ['t-one', 'eds-pro_16.2', 'f-li'],
      ['t-two', 'eds-pro_15.4', 'f-li-two'],
    ]);
    const keys = tenants.map((tenant) => tenant.mobileAppLicense.entKey.key);
    expect(new Set(keys).size).toBe(2);
    expect(keys.join('')).not.toContain('.');
  });

  it('succeeds without a tenant', async () => {
    expect((await service.signIn('guest', password)).tenants).toEqual([]);
  });

  it.each([
    ['a wrong password', { username: 'wang', password: 'wrong' }, 'login.incorrect_username_or_password'],
    ['an unknown account', { username: 'nobody', password }, 'login.incorrect_username_or_password'],
    ['a suspended membership', { username: 'review', password }, 'login.user_has_no_tenant'],
    ['no right to sign in', { username: 'barred', password }, 'login.no_rights_or_no_roles'],
    ['a denied right to sign in', { username: 'denied', password }, 'login.no_rights_or_no_roles'],
    ['an unissued code', { mobileNo: '13812345678', code: '123456' }, 'login.verification_code_error'],
  ])('rejects %s', async (_, body, code) => {
    expect((await signInWith(body)).json()).toMatchObject({ code });
  });

  it('locks an account for a quarter of an hour after ten wrong passwords', async () => {
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => signInWith({ username: 'locked', password: 'wrong' })),
    );
    expect(tries.map((response) => response.json().code)).toEqual(
      Array.from({ length: 10 }, () => 'login.incorrect_username_or_password'),
    );
    const locked = await signInWith({ username: 'locked', password });
    expect(locked.json()).toMatchObject({ code: 'login.account_locked', message: 'account locked' });
    service.time.now += 15 * minute;
    expect((await signInWith({ username: 'locked', password })).statusCode).toBe(200);
  });

  it('counts simultaneous guesses and accepts the right password only before the lockout', async () => {
    const wrong = Array.from({ length: 40 }, () => signInWith({ username: 'locked', password: 'wrong' }));
    const late = await Promise.all([...wrong, signInWith({ username: 'locked', password })]);
    expect(late.filter((response) => response.statusCode === 200)).toEqual([]);
    service.time.now += 15 * minute;
    expect((await signInWith({ username: 'locked', password })).statusCode).toBe(200);
  });

  it('rejects a user name that cannot be stored', async () => {
    const response = await signInWith({ username: 'l\0i', password });
    expect([response.statusCode, response.json().code]).toEqual([400, 'app.invalid_request']);
  });

  it('writes no password, name, phone or token into the log', async () => {
    const { token } = await service.signIn('li', password);
    expect(service.logLines.length).toBeGreaterThan(5);
    for (const secret of [password, '13812345678', 'Example.com', token]) {
      expect(service.logLines.join('\n')).not.toContain(secret);
    }
  });
});

describe('device', () => {
  it.each([
    ['for another path', { path: '/api/v1/auth/logout' }],
    ['for another method', { method: 'PUT' }],
    ['for another host', { host: 'elsewhere.example' }],
    ['too old', { now: -6 * minute }],
    ['issued in the future', { now: 6 * minute }],
    ['without its agreement key', { agreement: 'another' }],
  ] as [string, { now?: number }][])('rejects a proof %s', async (_, changed) => {
    const device = new TestDevice();
    const registration = await device.register(service.time.now);
    const proof = await device.prove({
      path: '/api/v1/auth/token',
      agreement: await calculateJwkThumbprint(registration.agreementKey),
      ...changed,
      now: service.time.now + (changed.now ?? 0),
    });
    const response = await signInWith({ username: 'li', password, device: { ...registration, proof } });
    expect(response.json().code).toBe('login.device_proof_invalid');
  });

  it('rejects a proof made for another host, whatever host the request names', async () => {
    const device = new TestDevice();
    const registration = await device.register(service.time.now);
    const agreement = await calculateJwkThumbprint(registration.agreementKey);
    const made = { path: '/api/v1/auth/token', now: service.time.now, agreement };
    const proof = await device.prove({ ...made, host: 'evil.example' });
    for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example' }, {}]) {
      const body = { username: 'li', password, device: { ...registration, proof } };
      const response = await service.ask(null, 'POST /api/v1/auth/token', body, headers);
      expect(response.json().code).toBe('login.device_proof_invalid');
    }
    // A proof for the configured public URL is valid, whatever host the request names.
    const body = { username: 'li', password, device: registration };
    const named = await service.ask(null, 'POST /api/v1/auth/token', body, { host: 'evil.example' });
    expect(named.statusCode).toBe(200);
  });

  it('rejects a proof signed by another key, an unsigned proof and a reused proof', async () => {
    const [device, other] = [new TestDevice(), new TestDevice()];
    const registration = await device.register(service.time.now);
    const foreign = (await other.register(service.time.now)).proof;
    for (const proof of [foreign, `${registration.proof.slice(0, -4)}AAAA`, 'a.b.c']) {
      const response = await signInWith({ username: 'li', password, device: { ...registration, proof } });
      expect(response.json().code).toBe('login.device_proof_invalid');
    }
    const body = { username: 'li', password, device: registration };
    expect((await signInWith(body)).statusCode).toBe(200);
    expect((await signInWith(body)).json()).toMatchObject({ params: { reason: 'reused' } });
  });

  it('rejects one key for both signing and key agreement', async () => {
    const device = new TestDevice();
    const { signingKey } = await device.register(service.time.now);
    Object.assign(device, { agreement: device.signing });
    const registration = await device.register(service.time.now);
    const response = await signInWith({ username: 'li', password, device: { ...registration, signingKey } });
    expect(response.json().code).toBe('login.device_proof_invalid');
  });

  it('is listed, announced to the other devices and signed out by its withdrawal', async () => {
    const [first, second] = [new TestDevice(), new TestDevice()];
    const one = await service.signIn('wang', password, first);
    const two = await service.signIn('wang', password, second);
    const { data } = (await service.ask(one.token, 'GET /api/v1/devices')).json();
    const current = data.map((row: { id: string; current: boolean }) => [row.id, row.current]);
    expect(Object.fromEntries(current)).toEqual({ [first.id]: true, [second.id]: false });
    const notices = (await service.ask(one.token, 'GET /api/v1/user-msg-sessions')).json();
    expect(notices.data[0].lastMsg.text).toContain('Test phone');

    expect((await service.ask(one.token, `DELETE /api/v1/devices/${second.id}`)).statusCode).toBe(204);
    const after = await service.ask(two.token, 'GET /api/v1/devices');
    expect([after.statusCode, after.json().code]).toEqual([401, 'login.device_withdrawn']);
    const again = await service.ask(one.token, `DELETE /api/v1/devices/${second.id}`);
    expect(again.json().code).toBe('login.device_not_found');
  });

  it('has one session, even after simultaneous sign-ins', async () => {
    const device = new TestDevice();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => service.signIn('wang', password, device)),
    );
    const deviceResponses = await Promise.all(
      responses.map(({ token }) => service.ask(token, 'GET /api/v1/devices')),
    );
    expect(deviceResponses.filter((response) => response.statusCode === 200)).toHaveLength(1);
  });

  it('cannot be withdrawn by another account', async () => {
    const device = new TestDevice();
    await service.signIn('wang', password, device);
    const { token } = await service.signIn('li', password);
    const response = await service.ask(token, `DELETE /api/v1/devices/${device.id}`);
    expect(response.json().code).toBe('login.device_not_found');
  });
});

describe('token', () => {
  it.each([
    ['none', () => null],
    ['no token', () => 'nonsense'],
    [
      'one of another key',
      () =>
        signJws({
          header: { alg: 'ES256', kid: 'x' },
          payload: { sub: 'li' },
          key: new TestDevice().signing.privateKey,
        }),
    ],
    ['one without a signature', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJsaSJ9.'],
  ])('is rejected: %s', async (_, make) => {
    const response = await service.ask(make(), 'GET /api/v1/devices');
    expect([response.statusCode, response.json().code]).toEqual([401, 'login.signature_is_invalid']);
  });

  it('is rejected if one of its characters changed', async () => {
    const { token } = await service.signIn('li', password);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'wang' })).toString('base64url');
    const response = await service.ask(`${header}.${forged}.${signature}`, 'GET /api/v1/devices');
    expect(response.json().code).toBe('login.signature_is_invalid');
  });

  it('ends at sign-out, even if it was verified before', async () => {
    const { token } = await service.signIn('li', password);
    expect((await service.ask(token, 'GET /api/v1/devices')).statusCode).toBe(200);
    expect((await service.ask(token, 'POST /api/v1/auth/logout')).statusCode).toBe(204);
    expect((await service.ask(token, 'GET /api/v1/devices')).json().code).toBe('login.token_expired');
  });

  it('is signed by a published key', async () => {
    const { keys } = (await service.ask(null, 'GET /.well-known/jwks.json')).json();
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
      },
    ]);
  });
});

describe('current user', () => {
  it('has the rights and roles of the requested tenant', async () => {
    const { token } = await service.signIn('li', password);
    const one = (await service.ask(token, 'GET /api/v1/tenants/t-one/current-user')).json();
    expect(one).toEqual({
      fid: 'f-li',
      name: '李',
      rights: ['app_login'],
      deny: [],
      roles: [{ roleID: 'users', name: '用户' }],
      exactPages: 'ask',
      renditions: false,
      fullTextSearch: true,
    });
    const two = (await service.ask(token, 'GET /api/v1/tenants/t-two/current-user')).json();
    expect(two.rights).toEqual(['Administration/administration', 'app_login', 'org_managment']);
  });

  it.each(['t-two', 't-none'])('in %s is hidden from people who are not members', async (tid) => {
    const { token } = await service.signIn('wang', password);
    const response = await service.ask(token, `GET /api/v1/tenants/${tid}/current-user`);
    expect([response.statusCode, response.json().code]).toEqual([403, 'login.tenant_access_denied']);
  });
});
