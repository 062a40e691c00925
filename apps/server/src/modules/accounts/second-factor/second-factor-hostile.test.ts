import { beforeEach, describe, expect, it } from 'vitest';
import { newPassword, password } from '../../../../testing/accounts.ts';
import { differentCode, openTwoFactorTenants, useTestGateways } from '../../../../testing/gateways.ts';
import { newMember, type TestPerson } from '../../../../testing/people.ts';
import { TestDevice } from '../../../../testing/service.ts';
import { withdrawDevice } from '../devices/devices.usecases.ts';
import { passwordLockout } from '../passwords/password-check.usecases.ts';

const minute = 60_000;
const token = 'POST /api/v1/auth/token';
const movePhone = 'PUT /api/v1/auth/update-phone';
const expired = 'login.second_factor_expired';
const wrongCode = 'login.verification_code_error';
const wrongPassword = 'login.incorrect_username_or_password';

const gateways = useTestGateways({ open: openTwoFactorTenants });
const { service } = gateways;
let person: TestPerson;

beforeEach(async () => {
  person = await newMember(service, 'always');
});

const outcome = async (body: object, call = token, bearer: string | null = null) => {
  const response = await service.ask(bearer, call, body);
  return response.statusCode < 300 ? 'in' : (response.json().code as string);
};

async function begin(who = person, device?: TestDevice): Promise<string> {
  const on = device ? { device: await device.register(service.time.now) } : {};
  const response = await service.ask(null, token, { username: who.username, password, ...on });
  return response.json().params.challenge;
}

describe('second-factor challenge', () => {
  it('is issued only after the first factor', async () => {
    const { username, mobileNo } = person;
    expect(await outcome({ username, password: 'Wrong-horse-9' })).toBe(wrongPassword);
    expect(await outcome({ username: 'nobody-at-all', password })).toBe(wrongPassword);
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'login');
    for (const body of [{ password }, { password: 'Wrong-horse-9' }, {}])
      expect(await outcome({ mobileNo, ...differentCode(codeWithTicket), ...body })).toBe(wrongCode);
    // Without a code the service compares no password, so it counts no wrong password.
    const row = await service.accounts.db
      .selectFrom('accounts')
      .select('failed_sign_ins')
      .where('aid', '=', username)
      .executeTakeFirstOrThrow();
    expect(row.failed_sign_ins).toBe(1);
  });

  it('is rejected if it is forged, altered or issued to another account', async () => {
    const challenge = await begin();
    const codeWithTicket = await gateways.codeFor(challenge);
    const [body = '', seal = ''] = challenge.split('.');
    const parts = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...parts, aid: 'li' })).toString('base64url');
    for (const forged of [`${other}.${seal}`, `${body}.`, body, '.', 'x.y', `${body}.${seal}x`]) {
      expect(await outcome({ challenge: forged, ...codeWithTicket })).toBe(expired);
      expect(await outcome({ challenge: forged }, 'POST /api/v1/auth/vcode')).toBe(expired);
    }
    // A code is valid only for its sign-in. Codes for other purposes are invalid.
    expect(await outcome({ challenge: await begin(), ...codeWithTicket })).toBe(wrongCode);
    const { mobileNo } = person;
    expect(await outcome({ mobileNo, ...codeWithTicket })).toBe(wrongCode);
    expect(
      await outcome({ mobileNo, ...codeWithTicket, newPassword }, 'POST /api/v1/auth/update-password'),
    ).toBe(wrongCode);
    service.time.now += minute;
    const login = await gateways.codeBySms(mobileNo, 'login');
    expect(await outcome({ challenge, ...login })).toBe(wrongCode);
    expect(await outcome({ challenge, ...codeWithTicket })).toBe('in');
  });

  it('is valid once, on its device and for twenty minutes', async () => {
    const device = new TestDevice();
    const challenge = await begin(person, device);
    const codeWithTicket = await gateways.codeFor(challenge);
    const on = async (one: TestDevice) => ({
      challenge,
      ...codeWithTicket,
      device: await one.register(service.time.now),
    });
    expect(await outcome({ challenge, ...codeWithTicket })).toBe(expired);
    expect(await outcome(await on(new TestDevice()))).toBe(expired);
    const bodies = await Promise.all(Array.from({ length: 4 }, () => on(device)));
    const all = await Promise.all(bodies.map((body) => outcome(body)));
    expect(all.toSorted()).toEqual(['in', wrongCode, wrongCode, wrongCode]);
    service.time.now += minute;
    const next = await gateways.codeFor(challenge);
    expect(await outcome({ ...(await on(device)), ...next })).toBe(expired);

    const late = await begin();
    service.time.now += 20 * minute;
    expect(await outcome({ challenge: late }, 'POST /api/v1/auth/vcode')).toBe(expired);
    expect(await outcome({ challenge: late, ...codeWithTicket })).toBe(expired);
  });

  it('ends with a change of the password, the number or the account', async () => {
    const { db } = service.accounts;
    const changes = [
      { password_hash: 'other' },
      { mobile_no: '+8613511110000' },
      { state: 'closed' as const },
    ];
    for (const change of changes) {
      const who = await newMember(service, 'always');
      const challenge = await begin(who);
      const codeWithTicket = await gateways.codeFor(challenge);
      await db.updateTable('accounts').set(change).where('aid', '=', who.username).execute();
      expect(await outcome({ challenge, ...codeWithTicket })).toBe(expired);
      expect(await outcome({ challenge }, 'POST /api/v1/auth/vcode')).toBe(expired);
    }
  });

  it('survives a lockout by strangers, and so does a sign-in that starts with the code', async () => {
    const challenge = await begin();
    const codeWithTicket = await gateways.codeFor(challenge);
    const { username, mobileNo } = person;
    const guess = () => outcome({ username, password: 'Wrong-horse-9' });
    await Promise.all(Array.from({ length: passwordLockout.maxFailures }, guess));
    expect(await outcome({ username, password })).toBe('login.account_locked');
    expect(await outcome({ challenge, ...codeWithTicket })).toBe('in');
    service.time.now += minute;
    const login = await gateways.codeBySms(mobileNo, 'login');
    // An attacker with the code has ten password attempts and does not lock out others.
    for (let wrong = 0; wrong < passwordLockout.maxFailures - 1; wrong += 1)
      expect(await outcome({ mobileNo, ...login, password: 'Wrong-horse-9' })).toBe(wrongPassword);
    expect(await outcome({ mobileNo, ...login, password })).toBe('in');
    service.time.now += minute;
    const next = await gateways.codeBySms(mobileNo, 'login');
    for (let wrong = 0; wrong < passwordLockout.maxFailures; wrong += 1)
      await outcome({ mobileNo, ...next, password: 'Wrong-horse-9' });
    expect(await outcome({ mobileNo, ...next, password })).toBe('login.account_locked');
  });
});

describe('an attacker with the password alone', () => {
  it('has five guesses per code and five codes an hour, however many sign-ins are started', async () => {
    const challenge = await begin();
    const codeWithTicket = await gateways.codeFor(challenge);
    await Promise.all(
      Array.from({ length: 5 }, () => outcome({ challenge, ...differentCode(codeWithTicket) })),
    );
    expect(await outcome({ challenge, ...codeWithTicket })).toBe(wrongCode);
    const vcode = 'POST /api/v1/auth/vcode';
    const again = await begin();
    expect(await outcome({ challenge: again }, vcode)).toBe('vcode.wait');
    for (let sent = 1; sent < 5; sent += 1) {
      service.time.now += minute;
      await gateways.codeFor(await begin());
    }
    service.time.now += minute;
    expect(await outcome({ challenge: await begin() }, vcode)).toBe('vcode.hourly_limit');
    // Codes for all purposes share one limit per number.
    expect(await outcome({ mobileNo: person.mobileNo, purpose: 'reset' }, vcode)).toBe('vcode.hourly_limit');
  });

  it('is rejected on a device that is withdrawn during the sign-in', async () => {
    const who = await newMember(service, 'new_devices');
    const device = new TestDevice();
    const challenge = await begin(who, device);
    const codeWithTicket = await gateways.codeFor(challenge);
    await service.ask(null, token, {
      challenge,
      ...codeWithTicket,
      device: await device.register(service.time.now),
    });
    const registration = await device.register(service.time.now);
    const aid = who.username;
    const [, response] = await Promise.all([
      withdrawDevice(service.accounts, { aid, deviceID: device.id }),
      service.ask(null, token, { username: aid, password, device: registration }),
    ]);
    // In either order, no session remains on a withdrawn device.
    const inside = await service.ask(response.json().token ?? null, 'GET /api/v1/devices');
    expect(inside.statusCode).toBe(401);
    expect([undefined, 'login.second_factor_required']).toContain(response.json().code);
  });
});

it('a stolen token cannot redirect the codes to another number', async () => {
  const challenge = await begin();
  const signedIn = await service.ask(null, token, { challenge, ...(await gateways.codeFor(challenge)) });
  const bearer = signedIn.json().token;
  const mobileNo = '13666661234';
  const codeWithTicket = await gateways.codeBySms(mobileNo, 'update', bearer);
  expect(await outcome({ mobileNo, ...codeWithTicket }, movePhone, bearer)).toBe(
    'login.second_factor_required',
  );
  expect(await outcome({ mobileNo, ...codeWithTicket, password: 'Wrong-horse-9' }, movePhone, bearer)).toBe(
    wrongPassword,
  );
  expect(await outcome({ mobileNo, ...codeWithTicket, password }, movePhone, bearer)).toBe('in');
});
