import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import { countRegistrations, type Phone, register, signInPhone } from '../../../testing/phones.ts';
import { TestDevice, type TestService } from '../../../testing/service.ts';

let service: TestService;
let li: Phone;
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
const subscription = (endpoint: string) => JSON.stringify({ endpoint, keys });
const jpush = (token: string) => ({ provider: 'jpush', token });

beforeAll(async () => {
  service = await openAccounts({ JPUSH_APP_KEY: 'key', JPUSH_MASTER_SECRET: 'secret' });
});
afterAll(() => service.close());
beforeEach(async () => {
  li = await signInPhone(service, 'li');
});

const codeOf = async (given: Parameters<typeof register>[2]) => {
  const response = await register(service, li, given);
  return response.statusCode === 204 ? 'good' : response.json().code;
};

describe('push registration', () => {
  it('accepts only the alias and tags of the account', async () => {
    expect(await codeOf({ ...jpush('phone-one'), alias: 'wang' })).toBe('push.alias_invalid');
    expect(await codeOf({ ...jpush('phone-one'), tags: ['staff'] })).toBe('push.alias_invalid');
    expect(await codeOf(jpush('phone-one'))).toBe('good');
  });

  it('requires a configured provider', async () => {
    const response = await register(service, li, { provider: 'fcm', token: 'x'.repeat(40) });
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'push.provider_not_configured', params: { provider: 'fcm' } },
    ]);
  });

  it('requires a device of the account that is not withdrawn', async () => {
    const wang = await signInPhone(service, 'wang');
    const foreign = await register(service, { ...li, device: wang.device }, jpush('phone-two'));
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'login.device_not_found']);
    const unknown = await register(service, { ...li, device: new TestDevice() }, jpush('phone-two'));
    expect(unknown.json().code).toBe('login.device_not_found');
  });

  it('requires the device of the session, so that the password alone registers nothing', async () => {
    const { token } = await service.signIn('li', password);
    const deviceless = await register(service, { ...li, token }, jpush('thief-phone'));
    const other = await signInPhone(service, 'li');
    const elsewhere = await register(service, { ...li, token: other.token }, jpush('thief-phone'));
    for (const { statusCode, json } of [deviceless, elsewhere])
      expect([statusCode, json().code]).toEqual([404, 'login.device_not_found']);
    expect((await register(service, li, jpush('own-phone'))).statusCode).toBe(204);
    const newPassword = 'Another-horse-10';
    const change = { oldPassword: password, newPassword };
    const changed = await service.ask(other.token, 'POST /api/v1/auth/update-password', change);
    expect(changed.statusCode).toBe(204);
    expect(await countRegistrations(service, 'li')).toBe(0);
    const back = { oldPassword: newPassword, newPassword: password };
    await service.ask(other.token, 'POST /api/v1/auth/update-password', back);
  });

  it.each([
    '{}',
    'no json',
    subscription('ftp://push.example/a'),
    JSON.stringify({ endpoint: 'https://push.example/a' }),
  ])('of a browser must be a valid subscription: %s', async (token) =>
    expect(await codeOf({ provider: 'webpush', token })).toBe('push.token_invalid'),
  );

  it.each([
    'http://push.example/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://10.1.2.3/a',
    'https://169.254.169.254/latest',
    'https://localhost/a',
    'https://db.internal/a',
    'https://push.example:22/a',
    'https://push.example:8443/a',
    'https://192.88.99.1/a',
    'https://[2001:db8::1]/a',
    'https://user:secret@push.example/a',
  ])('rejects an internal or unusual endpoint: %s', async (endpoint) => {
    expect(await codeOf({ provider: 'webpush', token: subscription(endpoint) })).toBe(
      'push.endpoint_refused',
    );
  });

  it('accepts an endpoint of a public push service', async () => {
    const token = subscription('https://updates.push.example/wpush/v2/a');
    expect(await codeOf({ provider: 'webpush', token })).toBe('good');
  });

  it('moves with its token to the account that signs in on the phone', async () => {
    const wang = await signInPhone(service, 'wang');
    await register(service, wang, jpush('shared-phone'));
    expect(await countRegistrations(service, 'wang')).toBe(1);
    const all = await Promise.all([1, 2, 3].map(() => register(service, li, jpush('shared-phone'))));
    expect(all.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect(await countRegistrations(service, 'wang')).toBe(0);
    const rows = await service.db
      .selectFrom('push_registrations')
      .selectAll()
      .where('device_id', '=', li.device.id)
      .execute();
    expect(rows).toMatchObject([{ aid: 'li', tags: ['li', 'staff'], language: 'zh' }]);
  });
});

describe('push registration ends', () => {
  const count = async () => {
    const rows = await service.db
      .selectFrom('push_registrations')
      .selectAll()
      .where('device_id', '=', li.device.id)
      .execute();
    return rows.length;
  };

  it('by its own call, which can be repeated', async () => {
    await register(service, li, jpush('own-call'), { 'accept-language': 'en' });
    expect(await count()).toBe(1);
    for (const _ of [1, 2]) {
      expect((await service.ask(li.token, `DELETE /api/v1/devices/${li.device.id}/push`)).statusCode).toBe(
        204,
      );
      expect(await count()).toBe(0);
    }
  });

  it('with the last session of its device', async () => {
    await register(service, li, jpush('phone-log-out'));
    expect(await count()).toBe(1);
    // A new sign-in replaces the session. The phone remains registered to the account.
    const { token } = await service.signIn('li', password, li.device);
    expect(await count()).toBe(1);
    await service.ask(token, 'POST /api/v1/auth/logout');
    expect(await count()).toBe(0);
  });

  it('with its device', async () => {
    await register(service, li, jpush('phone-withdrawn'));
    expect(await count()).toBe(1);
    const other = await signInPhone(service, 'li');
    await service.ask(other.token, `DELETE /api/v1/devices/${li.device.id}`);
    expect(await count()).toBe(0);
  });

  it('with its account', async () => {
    await register(service, li, jpush('phone-closed'));
    expect(await count()).toBe(1);
    await service.db.updateTable('accounts').set({ state: 'closed' }).where('aid', '=', 'li').execute();
    expect(await count()).toBe(0);
    await service.db.updateTable('accounts').set({ state: 'active' }).where('aid', '=', 'li').execute();
  });
});

describe('push registration with configured push hosts', () => {
  let strict: TestService;
  let phone: Phone;
  beforeAll(async () => {
    strict = await openAccounts({ PUSH_HOSTS: 'known, push.example.com' });
    phone = await signInPhone(strict, 'li');
  });
  afterAll(() => strict.close());

  it.each([
    ['https://fcm.googleapis.com/fcm/send/a', 204],
    ['https://wns2-par02p.notify.windows.com/w/?token=a', 204],
    ['https://push.example.com/a', 204],
    ['https://sub.push.example.com/a', 400],
    ['https://notify.windows.com.evil.example/a', 400],
    ['https://evilnotify.windows.com/a', 400],
    ['https://updates.push.example/wpush/v2/a', 400],
  ])('%s gives status %i', async (endpoint, status) => {
    const response = await register(strict, phone, { provider: 'webpush', token: subscription(endpoint) });
    expect(response.statusCode).toBe(status);
  });
});
