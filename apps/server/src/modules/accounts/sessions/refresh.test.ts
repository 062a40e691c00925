import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import { TestDevice, type TestService } from '../../../../testing/service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let service: TestService;

beforeAll(async () => {
  service = await openAccounts();
});
afterAll(() => service.close());

describe('session refresh', () => {
  const path = '/api/v1/auth/refresh-token';
  const refresh = async (
    device: TestDevice,
    token: string,
    changed: { token?: string; jti?: string; now?: number } = {},
  ) => {
    const dpop = await device.prove({ path, now: service.time.now, token, ...changed });
    return service.ask(token, `POST ${path}`, undefined, { dpop });
  };
  const use = async (token: string) => (await service.ask(token, 'GET /api/v1/devices')).statusCode;

  it('exchanges a token for the same successor, however often', async () => {
    const device = new TestDevice();
    const { token, expire } = await service.signIn('li', password, device);
    service.time.now += 5000;
    const responses = [await refresh(device, token)];
    service.time.now += 5000;
    responses.push(...(await Promise.all([refresh(device, token), refresh(device, token)])));
    const successors = responses.map((response) => response.json());
    expect(new Set(successors.map((response) => response.token)).size).toBe(1);
    expect(successors[0].token).not.toBe(token);
    expect(successors[0].expire).toBe(expire + 5000);
  });

  it('marks the device as seen, also by a repetition', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    for (let times = 0; times < 2; times += 1) {
      service.time.now += minute;
      await refresh(device, token);
      const seen = await service.db
        .selectFrom('devices')
        .select('last_seen_at')
        .where('device_id', '=', device.id)
        .executeTakeFirstOrThrow();
      expect(seen.last_seen_at.getTime()).toBe(service.time.now);
    }
  });

  it('stores the MAC of each token, by which or by the signature it is accepted', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    const { token: next } = (await refresh(device, token)).json();
    const stored = async () =>
      (await service.db.selectFrom('session_tokens').select('mac').execute()).map(({ mac }) =>
        mac?.toString('hex'),
      );
    for (const one of [token, next])
      expect(await stored()).toContain(service.accounts.tokens.macOf(one)?.toString('hex'));
    await service.db
      .updateTable('session_tokens')
      .set({ mac: Buffer.alloc(32) })
      .execute();
    expect(await use(next)).toBe(200);
    await service.db.updateTable('session_tokens').set({ mac: null }).execute();
    expect(await use(next)).toBe(200);
  });

  it('keeps the old token valid until 60 s after the first use of the new one', async () => {
    const device = new TestDevice();
    const { token: old } = await service.signIn('li', password, device);
    const { token: next } = (await refresh(device, old)).json();
    service.time.now += day;
    expect(await use(old)).toBe(200);
    expect(await use(next)).toBe(200);
    service.time.now += minute;
    expect((await refresh(device, old)).json().token).toBe(next);
    expect(await use(next)).toBe(200);
  });

  it('ends the session when the old token is used after that', async () => {
    const device = new TestDevice();
    const { token: old } = await service.signIn('li', password, device);
    const { token: next } = (await refresh(device, old)).json();
    expect(await use(next)).toBe(200);
    service.time.now += minute + 1;
    expect(await use(old)).toBe(401);
    expect(await use(next)).toBe(401);
  });

  it.each([
    ['no proof', undefined],
    ["another device's proof", 'foreign'],
    ['a proof over another token', 'other-token'],
  ] as const)('ends the session on receipt of %s', async (_, kind) => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    const prover = kind === 'foreign' ? new TestDevice() : device;
    const over = kind === 'other-token' ? 'another' : token;
    const dpop = await prover.prove({ path, now: service.time.now, token: over });
    const response = await service.ask(token, `POST ${path}`, undefined, kind ? { dpop } : {});
    expect(response.json().code).toBe('login.signature_is_invalid');
    expect(await use(token)).toBe(401);
  });

  it('rejects a late or reused proof of the device and keeps the session', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    const late = await refresh(device, token, { now: service.time.now - 6 * minute });
    expect(late.json()).toMatchObject({ code: 'login.device_proof_invalid', params: { reason: 'stale' } });
    await refresh(device, token, { jti: 'one-and-the-same' });
    const again = await refresh(device, token, { jti: 'one-and-the-same' });
    expect(again.json()).toMatchObject({ code: 'login.device_proof_invalid', params: { reason: 'reused' } });
    expect(await use(token)).toBe(200);
  });

  it('limits a session without a device to twelve hours, without a successor', async () => {
    const { token, expire } = await service.signIn('li', password);
    expect(Math.round((expire - service.time.now) / minute)).toBe(12 * 60);
    service.time.now += 60 * minute;
    expect((await service.ask(token, `POST ${path}`)).json()).toEqual({ token, expire });
    service.time.now = expire;
    expect((await service.ask(token, `POST ${path}`)).json().code).toBe('login.token_expired');
  });

  it('renews a session with a device for thirty days at a time', async () => {
    const device = new TestDevice();
    const { token, expire } = await service.signIn('li', password, device);
    expect(Math.round((expire - service.time.now) / day)).toBe(30);
    service.time.now = expire - 1;
    const { token: next } = (await refresh(device, token)).json();
    service.time.now = expire;
    expect(await use(token)).toBe(401);
    expect(await use(next)).toBe(200);
  });

  it('ends a regularly refreshed session half a year after its sign-in', async () => {
    const device = new TestDevice();
    const since = service.time.now;
    let { token, expire } = await service.signIn('li', password, device);
    const ends = [expire];
    for (let times = 0; times < 8; times += 1) {
      service.time.now = expire - 1;
      ({ token, expire } = (await refresh(device, token)).json());
      ends.push(expire);
    }
    expect(ends.map((end) => Math.round((end - since) / day))).toEqual([
      30, 60, 90, 120, 150, 180, 180, 180, 180,
    ]);
    expect(await use(token)).toBe(200);
    service.time.now = expire;
    expect(await use(token)).toBe(401);
  });

  it('rejects a session that is older than the maximum session age', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    const created_at = new Date(service.time.now - 181 * day);
    await service.db
      .updateTable('sessions')
      .set({ created_at })
      .where('aid', '=', 'li')
      .where('ended_at', 'is', null)
      .execute();
    const response = await refresh(device, token);
    expect([response.statusCode, response.json().code]).toEqual([401, 'login.token_expired']);
  });
});
