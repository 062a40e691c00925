import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Administration, openAdministration } from '../../../testing/administration.ts';
import { TestDevice } from '../../../testing/service.ts';
import { stepMs, totpAt } from '../../../testing/totp.ts';
import { issueFirstSetupLink } from './setup-links.usecases.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.service.close());
beforeEach(() => {
  world.service.time.now += 10 * stepMs;
});

const hour = 3_600_000;
const ask = async (action: string, body: object) => {
  const answer = await world.service.ask(null, `POST /api/v1/setup/actions/${action}`, body);
  return { status: answer.statusCode, ...answer.json() };
};
const issueLink = async () => {
  const { body } = await world.ask(world.operator, 'POST /api/v1/admin/setup-links');
  const { url, expireAt } = body.data as { url: string; expireAt: number };
  return { url, expireAt, token: new URL(url).hash.slice(1) };
};
const person = (username: string) => ({ username, name: '首位运维', password: 'Maple-7-river-Stone' });

async function enrolledLink(username: string) {
  const { token } = await issueLink();
  const { data } = await ask('enrol-totp', { token, username });
  return { token, secret: data.secret as string };
}

describe('set-up link', () => {
  it('is issued at a start while no person operates the service', async () => {
    const { db, time } = world.service;
    const options = { publicUrl: 'https://seal.example', now: time.now };
    const link = await issueFirstSetupLink(db, options);
    expect(link?.url).toMatch(/^https:\/\/seal\.example\/console\/setup#[\w-]{43}$/);
    const { token, secret } = await enrolledLink('first');
    const totp = totpAt(secret, time.now);
    expect((await ask('create-operator', { token, ...person('first'), totp })).status).toBe(200);
    expect(await issueFirstSetupLink(db, options)).toBeUndefined();
    // The link of the start ended with the one that was used.
    const unused = new URL(link?.url ?? '').hash.slice(1);
    expect((await ask('check', { token: unused })).code).toBe('admin.setup_link_invalid');
  });

  it('is checked without being used, and expires after 24 hours', async () => {
    const { token, expireAt } = await issueLink();
    expect(expireAt).toBe(world.service.time.now + 24 * hour);
    const checked = { status: 200, data: { expireAt, hasTenant: true } };
    expect(await ask('check', { token })).toMatchObject(checked);
    expect(await ask('check', { token })).toMatchObject(checked);
    world.service.time.now += 24 * hour;
    expect(await ask('check', { token })).toMatchObject({ status: 404, code: 'admin.setup_link_invalid' });
  });

  it('is rejected with another token', async () => {
    const { token } = await issueLink();
    const other = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const action of ['check', 'enrol-totp', 'create-operator']) {
      const body = { token: other, ...person('other'), totp: '123456' };
      const { name: _, password: __, totp: ___, ...enrolment } = body;
      const sent = { check: { token: other }, 'enrol-totp': enrolment, 'create-operator': body }[action];
      expect((await ask(action, sent ?? {})).code).toBe('admin.setup_link_invalid');
    }
  });

  it('is stored as a digest', async () => {
    const { token } = await issueLink();
    const { rows } = await world.service.accounts.pool.query(
      'select s::text as text from setup_links s where s::text like $1',
      [`%${token}%`],
    );
    expect(rows).toEqual([]);
  });
});

describe('first operator', () => {
  it('is created with an authenticator app, signed in, and may act', async () => {
    const { token, secret } = await enrolledLink('zhao');
    const totp = totpAt(secret, world.service.time.now);
    const answer = await ask('create-operator', { token, ...person('zhao'), totp });
    expect(answer).toMatchObject({ status: 200, tenants: [] });
    expect(answer.recoveryCodes).toHaveLength(10);
    const listed = await world.ask(answer.token, 'GET /api/v1/admin/operator-accounts');
    expect(listed.body.data[0]).toMatchObject({
      username: 'zhao',
      name: '首位运维',
      grantedBy: null,
      current: true,
    });
    const acts = (await world.acts(null)).filter(({ act }) => act === 'operator.granted');
    expect(acts.at(-1)).toMatchObject({ operator_id: listed.body.data[0].operatorID });
    const again = await ask('create-operator', { token, ...person('qian'), totp });
    expect(again.code).toBe('admin.setup_link_invalid');
  });

  it('is signed in on the device whose keys it proves', async () => {
    const { time } = world.service;
    const { token, secret } = await enrolledLink('feng');
    const form = { token, ...person('feng'), totp: totpAt(secret, time.now) };
    const phone = new TestDevice();
    // A proof of the sign-in call is not one of this call.
    const refused = await ask('create-operator', { ...form, device: await phone.register(time.now) });
    expect(refused).toMatchObject({ code: 'login.device_proof_invalid' });
    const path = '/api/v1/setup/actions/create-operator';
    const device = await phone.register(time.now, {}, path);
    const created = await ask('create-operator', { ...form, device });
    expect(created.status).toBe(200);
    // A session without a device has no successor.
    const refresh = '/api/v1/auth/refresh-token';
    const dpop = await phone.prove({ path: refresh, now: time.now, token: created.token });
    const refreshed = await world.service.ask(created.token, `POST ${refresh}`, undefined, { dpop });
    expect(refreshed.statusCode).toBe(200);
  });

  it('needs the authenticator app, and a mistake leaves the link valid', async () => {
    const { token } = await issueLink();
    const early = await ask('create-operator', { token, ...person('sun'), totp: '123456' });
    expect(early.code).toBe('login.totp_not_enrolled');
    const { data } = await ask('enrol-totp', { token, username: 'sun' });
    const totp = totpAt(data.secret, world.service.time.now);
    const wrong = String((Number(totp) + 1) % 1_000_000).padStart(6, '0');
    const create = (body: object) => ask('create-operator', { token, ...person('sun'), totp, ...body });
    expect((await create({ totp: wrong })).code).toBe('login.verification_code_error');
    expect((await create({ password: 'short' })).code).toBe('login.password_too_short');
    expect((await create({ username: 'li' })).code).toBe('admin.username_taken');
    expect((await create({})).status).toBe(200);
  });

  it('is created once by concurrent calls', async () => {
    const { token, secret } = await enrolledLink('zhou');
    const totp = totpAt(secret, world.service.time.now);
    const answers = await Promise.all(
      ['zhou', 'wu', 'zheng'].map((name) => ask('create-operator', { token, ...person(name), totp })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 404, 404,
    ]);
  });
});
