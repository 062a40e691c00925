import { beforeEach, describe, expect, it } from 'vitest';
import { newPassword, password } from '../../../testing/accounts.ts';
import { differentCode, openTestGateways, useTestGateways } from '../../../testing/gateways.ts';
import { newPerson, type TestPerson } from '../../../testing/people.ts';
import { closeAccount, issueOneTimePassword } from './administration/administer-accounts.usecases.ts';
import { passwordLockout } from './passwords/password-check.usecases.ts';

const token = 'POST /api/v1/auth/token';
const update = 'POST /api/v1/auth/update-password';
const movePhone = 'PUT /api/v1/auth/update-phone';

const gateways = useTestGateways();
let person: TestPerson;
beforeEach(async () => {
  person = await newPerson(gateways.service);
});

const ask = async (bearer: string | null, call: string, body?: object) => {
  const response = await gateways.service.ask(bearer, call, body);
  return [response.statusCode, response.body === '' ? null : response.json().code];
};
const wrong = [401, 'login.verification_code_error'];

describe('verification code', () => {
  it('is valid once, only for its number, purpose and account', async () => {
    const other = await newPerson(gateways.service);
    const mine = (await gateways.service.signIn(person.username, password)).token;
    const theirs = (await gateways.service.signIn(other.username, password)).token;
    const codeWithTicket = await gateways.codeBySms(person.mobileNo, 'update', mine);
    expect(await ask(theirs, update, { ...codeWithTicket, newPassword })).toEqual(wrong);
    expect(await ask(null, update, { mobileNo: person.mobileNo, ...codeWithTicket, newPassword })).toEqual(
      wrong,
    );
    expect(await ask(null, update, { email: person.email, ...codeWithTicket, newPassword })).toEqual(wrong);
    expect(await ask(null, token, { mobileNo: person.mobileNo, ...codeWithTicket })).toEqual(wrong);
    // A code that the owner of a number requested cannot assign the number to another account.
    expect(await ask(theirs, movePhone, { mobileNo: person.mobileNo, ...codeWithTicket })).toEqual(wrong);
    expect(await ask(mine, update, { ...codeWithTicket, newPassword })).toEqual([204, null]);
    expect(await ask(mine, update, { ...codeWithTicket, newPassword: 'Birch-8-lakes-Stone' })).toEqual(wrong);
  });

  it('sets one password, however many requests use it at once', async () => {
    const codeWithTicket = await gateways.codeBySms(person.mobileNo, 'reset');
    const resets = [newPassword, 'Birch-8-lakes-Stone', 'Aspen-9-hills-Stone'].map((one) =>
      ask(null, update, { mobileNo: person.mobileNo, ...codeWithTicket, newPassword: one }),
    );
    const outcomes = await Promise.all(resets);
    expect(outcomes.map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual([204, 401, 401]);
  });

  it('signs in once, however many requests use it at once', async () => {
    const codeWithTicket = await gateways.codeBySms(person.mobileNo, 'login');
    const tries = [1, 2, 3].map(() => ask(null, token, { mobileNo: person.mobileNo, ...codeWithTicket }));
    expect((await Promise.all(tries)).map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401,
    ]);
  });

  it('allows five guesses, also at once and however the number is written', async () => {
    const codeWithTicket = await gateways.codeBySms(person.mobileNo, 'login');
    const spellings = [person.mobileNo, `+86${person.mobileNo}`, `+86 ${person.mobileNo}`];
    const guesses = Array.from({ length: 9 }, (_, index) =>
      ask(null, token, { mobileNo: spellings[index % 3], ...differentCode(codeWithTicket) }),
    );
    await Promise.all(guesses);
    expect(await ask(null, token, { mobileNo: person.mobileNo, ...codeWithTicket })).toEqual(wrong);
  });
});

it('rejects an e-mail address that contains more than one address', async () => {
  for (const email of [
    'li@example.com\r\nBcc: x@evil.example',
    'li@example.com,x@evil.example',
    '<li@example.com>',
  ])
    expect(await ask(null, 'POST /api/v1/auth/vemail', { email, purpose: 'login' })).toEqual([
      400,
      'app.invalid_request',
    ]);
  expect(gateways.smtp.mails).toEqual([]);
});

it('a new password ends all other sessions', async () => {
  const { service } = gateways;
  const currentToken = (await service.signIn('li', password)).token;
  const stolen = (await service.signIn('li', password)).token;
  const files = (await service.ask(stolen, 'POST /api/v1/tenants/t-one/file-token')).json().token;
  expect((await service.ask(files, 'GET /api/v1/files/none')).statusCode).toBe(404);
  expect((await service.ask(stolen, 'GET /api/v1/devices')).statusCode).toBe(200);
  expect(await ask(currentToken, update, { oldPassword: password, newPassword })).toEqual([204, null]);
  expect(await ask(stolen, 'GET /api/v1/devices')).toEqual([401, 'login.user_password_changed']);
  expect((await ask(stolen, 'POST /api/v1/auth/refresh-token'))[0]).toBe(401);
  expect(await ask(files, 'GET /api/v1/files/none')).toEqual([401, 'login.token_expired']);
  expect((await service.ask(currentToken, 'GET /api/v1/devices')).statusCode).toBe(200);
});

it('a one-time password signs in once, and so does the next one', async () => {
  const { db } = gateways.service.accounts;
  for (const _ of [1, 2]) {
    const secret = await db
      .transaction()
      .execute((transaction) => issueOneTimePassword(transaction, { aid: person.username, at: new Date() }));
    const tries = [1, 2].map(() => ask(null, token, { username: person.username, password: secret }));
    expect((await Promise.all(tries)).map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual([
      200, 401,
    ]);
  }
});

it('with hidden accounts, an unknown user name is locked like a known one', async () => {
  const hidden = await openTestGateways({ HIDE_ACCOUNTS: 'true' });
  const { db } = hidden.service.accounts;
  const { username } = await newPerson(hidden.service);
  const closed = await newPerson(hidden.service);
  await db
    .transaction()
    .execute((transaction) => closeAccount(transaction, { aid: closed.username, at: new Date() }));
  const story = async (name: string) => {
    const codes: string[] = [];
    const guess = async () => {
      const response = await hidden.service.ask(null, token, { username: name, password: 'Wrong-horse-9' });
      codes.push(response.json().code);
    };
    for (let count = 1; count < passwordLockout.maxFailures; count += 1) await guess();
    // Waiting for the duration of a lock does not restore attempts.
    await pass(passwordLockout.lockoutMs);
    for (const _ of [1, 2]) await guess();
    await pass(passwordLockout.lockoutMs);
    await guess();
    return codes;
  };
  const pass = async (time: number) => {
    hidden.service.time.now += time + 1000;
    for (const { key, ends_at } of await db.selectFrom('rate_counters').selectAll().execute()) {
      const earlier = new Date(ends_at.getTime() - time - 1000);
      await db.updateTable('rate_counters').set({ ends_at: earlier }).where('key', '=', key).execute();
    }
  };
  const known = await story(username);
  expect(known.at(-2)).toBe('login.account_locked');
  expect(await story('nobody-at-all')).toEqual(known);
  expect(await story(closed.username)).toEqual(known);
  await hidden.close();
});
