import { describe, expect, it } from 'vitest';
import { newPassword, password } from '../../../../testing/accounts.ts';
import { differentCode, openTwoFactorTenants, useTestGateways } from '../../../../testing/gateways.ts';
import { actsOf, join, newMember, type TestPerson } from '../../../../testing/people.ts';
import { TestDevice } from '../../../../testing/service.ts';
import { createSignInRequester } from '../../../../testing/sign-in.ts';
import { twoFactorRetentionMs } from './second-factor.usecases.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const token = 'POST /api/v1/auth/token';

const gateways = useTestGateways({ open: openTwoFactorTenants, advancePerTestMs: day });
const { service } = gateways;
const { ask, outcome } = createSignInRequester(service);
const onDevice = async (device: TestDevice | undefined) =>
  device ? { device: await device.register(service.time.now) } : {};

/** Signs in with the password. @returns the challenge for the code request. */
async function begin(person: TestPerson, device?: TestDevice): Promise<string> {
  const { code, params } = await ask(token, {
    username: person.username,
    password,
    ...(await onDevice(device)),
  });
  expect([code, params['factor']]).toEqual(['login.second_factor_required', 'code']);
  return params['challenge'] ?? '';
}

async function signInByBoth(person: TestPerson, device?: TestDevice) {
  const challenge = await begin(person, device);
  const codeWithTicket = await gateways.codeFor(challenge);
  return ask(token, { challenge, ...codeWithTicket, ...(await onDevice(device)) });
}

describe('tenant that requires a second factor', () => {
  it('accepts the password and then a code, and records both', async () => {
    const person = await newMember(service, 'always');
    const { mobileNo, email, username } = person;
    const first = await ask(token, { username, password });
    expect(first).toMatchObject({
      status: 401,
      code: 'login.second_factor_required',
      params: {
        factor: 'code',
        mobileNo: `${mobileNo.slice(0, 3)}****${mobileNo.slice(7)}`,
        email: `p***@example.com`,
      },
    });
    expect(JSON.stringify(first)).not.toContain(mobileNo);
    expect(JSON.stringify(first)).not.toContain(email);
    const { challenge = '' } = first.params;
    const codeWithTicket = await gateways.codeFor(challenge);
    expect(gateways.sms.messages.at(-1)).toMatchObject({ to: `+86${mobileNo}`, purpose: 'login' });
    expect(await outcome({ challenge, ...differentCode(codeWithTicket) })).toBe(
      'login.verification_code_error',
    );
    const response = await ask(token, { challenge, ...codeWithTicket });
    expect(response).toMatchObject({ status: 200, aid: username, tenants: [{ id: 'always' }] });
    expect((await ask('GET /api/v1/devices', {}, response.token)).status).toBe(200);
    expect(await actsOf(service, username)).toEqual([
      'account.sign_in_refused refused',
      'account.sign_in_refused refused',
      'account.second_factor_shown',
      'account.signed_in',
    ]);
  });

  it('accepts a code and then the password, and keeps the code valid in between', async () => {
    const { username, mobileNo } = await newMember(service, 'always');
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'login');
    const first = await ask(token, { mobileNo, ...codeWithTicket });
    expect(first).toMatchObject({ status: 401, code: 'login.second_factor_required' });
    expect(first.params).toEqual({ factor: 'password' });
    expect(await outcome({ mobileNo, ...codeWithTicket, password: 'Wrong-horse-9' })).toBe(
      'login.incorrect_username_or_password',
    );
    expect(await outcome({ mobileNo, ...codeWithTicket, password })).toBe('in');
    expect(await outcome({ mobileNo, ...codeWithTicket, password })).toBe('login.verification_code_error');
    expect((await actsOf(service, username)).at(-2)).toBe('account.second_factor_shown');
  });

  it('sends the code also by e-mail, and each code requires its own ticket', async () => {
    const person = await newMember(service, 'always');
    const challenge = await begin(person);
    const bySms = await gateways.codeFor(challenge);
    const byMail = gateways.codeByMail(await service.ask(null, 'POST /api/v1/auth/vemail', { challenge }));
    expect(gateways.smtp.mails.at(-1)?.raw).toContain(person.email);
    // Two random codes are equal once in a million.
    const { code } = bySms.code === byMail.code ? differentCode(byMail) : bySms;
    const mixed = { code, ticket: byMail.ticket };
    expect(await outcome({ challenge, ...mixed })).toBe('login.verification_code_error');
    expect(await outcome({ challenge, ...byMail })).toBe('in');
  });

  it('decides for its members only, and the strictest of several tenants applies', async () => {
    const both = await newMember(service, 't-one', 'new_devices', 'always');
    const device = new TestDevice();
    expect((await signInByBoth(both, device)).status).toBe(200);
    service.time.now += minute;
    await begin(both, device);
    const free = await newMember(service, 't-one');
    expect(await outcome({ username: free.username, password })).toBe('in');
    const { db } = service.accounts;
    const left = await newMember(service, 't-one', 'always');
    await db
      .updateTable('memberships')
      .set({ state: 'ended' })
      .where('aid', '=', left.username)
      .where('tid', '=', 'always')
      .execute();
    expect(await outcome({ username: left.username, password })).toBe('in');
  });

  it('accepts a one-time password as the password and uses it up only with the session', async () => {
    const person = await newMember(service, 'always');
    const { db } = service.accounts;
    const until = new Date(service.time.now + day);
    await db
      .updateTable('accounts')
      .set({ password_until: until })
      .where('aid', '=', person.username)
      .execute();
    await begin(person);
    expect((await signInByBoth(person)).status).toBe(200);
    expect(await outcome({ username: person.username, password })).toBe(
      'login.incorrect_username_or_password',
    );
  });

  it('names whom to ask if no code can reach the account', async () => {
    const { username } = await newMember(service, 'always');
    const { db } = service.accounts;
    await db
      .updateTable('accounts')
      .set({ mobile_no: null, email: null })
      .where('aid', '=', username)
      .execute();
    expect(await ask(token, { username, password })).toMatchObject({
      status: 403,
      code: 'login.second_factor_unreachable',
    });
  });

  it('keeps existing sessions until they end', async () => {
    const person = await newMember(service, 't-two');
    const { token: bearer } = await service.signIn(person.username, password);
    await join(service, person.username, 'always');
    expect((await ask('POST /api/v1/auth/refresh-token', {}, bearer)).status).toBe(200);
    expect(await outcome({ username: person.username, password })).toBe('login.second_factor_required');
  });
});

describe('second factor on new devices', () => {
  it('is required once a month per device key, until a withdrawal or a new password', async () => {
    const person = await newMember(service, 'new_devices');
    const device = new TestDevice();
    const byPassword = async (on?: TestDevice) =>
      outcome({ username: person.username, password, ...(await onDevice(on)) });
    const codeRequired = 'login.second_factor_required';
    const { token: bearer } = await signInByBoth(person, device);
    expect(await byPassword(device)).toBe('in');
    service.time.now += minute;
    const codeWithTicket = await gateways.codeBySms(person.mobileNo, 'login');
    expect(await outcome({ mobileNo: person.mobileNo, ...codeWithTicket, ...(await onDevice(device)) })).toBe(
      'in',
    );
    expect(await byPassword()).toBe(codeRequired);
    expect(await byPassword(new TestDevice())).toBe(codeRequired);
    // Another device key under the same device ID.
    const impostor = Object.assign(new TestDevice(), { id: device.id });
    expect(await byPassword(impostor)).toBe(codeRequired);

    // The use of one tenant does not restart the month.
    service.time.now += twoFactorRetentionMs - 2 * minute;
    expect(await byPassword(device)).toBe('in');
    service.time.now += 2 * minute;
    expect(await byPassword(device)).toBe(codeRequired);

    const again = await signInByBoth(person, device);
    expect([bearer === again.token, await byPassword(device)]).toEqual([false, 'in']);
    service.time.now += minute;
    const current = (await signInByBoth(person)).token;
    await service.ask(current, `DELETE /api/v1/devices/${device.id}`);
    expect(await byPassword(device)).toBe(codeRequired);
  });

  it('is required again after a new password, and a reset alone does not sign in', async () => {
    const person = await newMember(service, 'new_devices');
    const { mobileNo, username } = person;
    const device = new TestDevice();
    await signInByBoth(person, device);
    service.time.now += minute;
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    expect(
      (await ask('POST /api/v1/auth/update-password', { mobileNo, ...codeWithTicket, newPassword })).status,
    ).toBe(204);
    const body = { username, password: newPassword, ...(await onDevice(device)) };
    expect(await outcome(body)).toBe('login.second_factor_required');
  });

  it('is required on a device that signed in before the tenant required it', async () => {
    const person = await newMember(service, 't-one');
    const device = new TestDevice();
    await service.signIn(person.username, password, device);
    await join(service, person.username, 'new_devices');
    const body = { username: person.username, password, ...(await onDevice(device)) };
    expect(await outcome(body)).toBe('login.second_factor_required');
  });
});
