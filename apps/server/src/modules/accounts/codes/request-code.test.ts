import { describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { email, openTestGateways, phone, useTestGateways } from '../../../../testing/gateways.ts';
import { createService } from '../../../app/service.compose.ts';

const minute = 60_000;
const vcode = 'POST /api/v1/auth/vcode';
const vemail = 'POST /api/v1/auth/vemail';
const gateways = useTestGateways();
const { service } = gateways;

const ask = (body: object, token: string | null = null, headers = {}) =>
  service.ask(token, 'mobileNo' in body ? vcode : vemail, body, headers);
const codes = () => gateways.sms.messages.map((message) => message.code);

describe('code request', () => {
  it('sends the code to the phone in the language of the requester and writes it to no log', async () => {
    const response = await ask({ mobileNo: phone, purpose: 'login' }, null, { 'accept-language': 'en' });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { wait: 60, validFor: 600, ticket: expect.stringMatching(/^[\w-]{22}$/) },
    ]);
    const sent = gateways.sms.messages.at(-1);
    expect(sent).toMatchObject({ to: `+86${phone}`, purpose: 'login' });
    expect(sent?.code).toMatch(/^\d{6}$/);
    expect(sent?.text).toMatch(new RegExp(`^Your code is ${sent?.code}\\.`));
    expect(service.logLines.join('\n')).not.toMatch(new RegExp(`\\b${sent?.code}\\b|${phone}`));
  });

  it('sends the code to the e-mail address', async () => {
    expect((await ask({ email: 'LI@example.com', purpose: 'reset' })).statusCode).toBe(200);
    expect(gateways.smtp.mails.at(-1)).toMatchObject({ to: ['Li@example.com'] });
  });

  it.each([
    [{ mobileNo: '13900000000', purpose: 'login' }, 404, 'vcode.account_not_found', 'account not found'],
    [{ mobileNo: '13900000000', purpose: 'reset' }, 404, 'vcode.account_not_found', 'account not found'],
    [{ email: 'nobody@example.com', purpose: 'login' }, 404, 'vemail.account_not_found', 'account not found'],
    [
      { mobileNo: '13900000000', purpose: 'update' },
      401,
      'login.signature_is_invalid',
      'signature is invalid',
    ],
    [{ mobileNo: '12', purpose: 'login' }, 400, 'app.invalid_request', 'invalid request'],
    [{ mobileNo: phone, purpose: 'steal' }, 400, 'app.invalid_request', 'invalid request'],
  ])('is rejected for %j', async (body, status, code, message) => {
    const response = await ask(body);
    expect([response.statusCode, response.json()]).toEqual([
      status,
      expect.objectContaining({ code, message }),
    ]);
  });

  it('for an update accepts any number, because its reader is its owner', async () => {
    const { token } = await service.signIn('wang', password);
    expect((await ask({ mobileNo: '13700000001', purpose: 'update' }, token)).statusCode).toBe(200);
    // The limit also applies per account, because an account could request codes for many numbers.
    expect((await ask({ mobileNo: '13700000002', purpose: 'update' }, token)).json().code).toBe('vcode.wait');
    const own = await service.signIn('li', password);
    service.time.now += minute;
    expect((await ask({ mobileNo: phone, purpose: 'update' }, own.token)).statusCode).toBe(200);
  });

  it('is limited to one a minute, five an hour and ten a day', async () => {
    service.time.now += 24 * 60 * minute;
    const outcomes: string[] = [];
    const requestAfter = async (wait: number) => {
      service.time.now += wait;
      outcomes.push((await ask({ mobileNo: phone, purpose: 'login' })).json().code ?? 'sent');
    };
    await requestAfter(0);
    await requestAfter(59_999);
    for (let index = 0; index < 5; index++) await requestAfter(minute);
    await requestAfter(55 * minute);
    for (let index = 0; index < 4; index++) await requestAfter(minute);
    await requestAfter(60 * minute);
    expect(outcomes.join(' ')).toBe(
      'sent vcode.wait sent sent sent sent vcode.hourly_limit sent sent sent sent sent vcode.daily_limit',
    );
    const { message, params } = (await ask({ mobileNo: phone, purpose: 'login' })).json();
    expect([message, params.seconds > 60]).toEqual(['daily phone limit', true]);
  });

  it('for an e-mail address has one message for every limit', async () => {
    service.time.now += 24 * 60 * minute;
    await ask({ email, purpose: 'login' });
    const response = await ask({ email, purpose: 'login' });
    expect([response.statusCode, response.json()]).toEqual([
      429,
      { code: 'vemail.wait', message: 'wait at least one minute', params: { seconds: 60 } },
    ]);
  });

  it('sends one code for simultaneous requests on several nodes', async () => {
    service.time.now += 24 * 60 * minute;
    const { config, database, masterKey, objects, log } = service;
    const clock = () => service.time.now;
    const other = await createService({ config, database, masterKey, objects, log, version: '0', clock });
    await other.app.ready();
    const before = codes().length;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? service : other).app.inject({
          method: 'POST',
          url: '/api/v1/auth/vcode',
          payload: { mobileNo: phone, purpose: 'login' },
        }),
      ),
    );
    await other.close();
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    const refused = responses.filter((response) => response.statusCode === 429);
    expect(new Set(refused.map((response) => response.json().code))).toEqual(new Set(['vcode.wait']));
    expect(refused).toHaveLength(19);
    expect(codes()).toHaveLength(before + 1);
  });

  it('does not use up quota if the code could not be sent, but limits failed attempts', async () => {
    service.time.now += 24 * 60 * minute;
    gateways.smtp.refuse('*', 451);
    const refused = [];
    for (let index = 0; index < 4; index++)
      refused.push((await ask({ email, purpose: 'login' })).json().code);
    expect(refused).toEqual([...Array.from({ length: 3 }, () => 'vemail.unknown_error'), 'vemail.wait']);
    gateways.smtp.recover();
    service.time.now += minute;
    expect((await ask({ email, purpose: 'login' })).statusCode).toBe(200);
    gateways.sms.respondWith(500);
    expect((await ask({ mobileNo: phone, purpose: 'login' })).json().code).toBe('vcode.unknown_error');
    gateways.sms.respondWith(200);
    expect((await ask({ mobileNo: phone, purpose: 'login' })).statusCode).toBe(200);
    expect(service.logLines.join('\n')).not.toContain('example.com');
  });

  it('stores the code only under a key', async () => {
    const { db } = service.accounts;
    service.time.now += 24 * 60 * minute;
    const { code, ticket } = await gateways.codeBySms(phone, 'login');
    const rows = JSON.stringify([
      await db.selectFrom('issued_codes').selectAll().execute(),
      await db.selectFrom('code_asks').selectAll().execute(),
    ]);
    expect(rows).toContain('code_digest');
    for (const secret of [code, ticket, phone, Buffer.from(code).toString('hex')])
      expect(rows).not.toContain(secret);
  });
});

describe('service without mail and text messages', () => {
  it('logs codes if it may, without their recipients', async () => {
    const bare = await openAccounts();
    const response = await bare.ask(null, vcode, { mobileNo: phone, purpose: 'login' });
    const line = bare.logLines.find((text) => text.includes('verification code')) ?? '';
    await bare.close();
    expect(response.statusCode).toBe(200);
    const { level, purpose, msg } = JSON.parse(line);
    expect([level, purpose, msg]).toEqual([40, 'login', expect.stringMatching(/^verification code \d{6}$/)]);
    expect(line).not.toContain(phone);
  });

  it('reports that it cannot send if it may not log codes', async () => {
    const bare = await openAccounts({ CODES_TO_LOG: 'false' });
    const bySms = await bare.ask(null, vcode, { mobileNo: phone, purpose: 'login' });
    const byMail = await bare.ask(null, vemail, { email, purpose: 'login' });
    await bare.close();
    expect([bySms.statusCode, bySms.json().code]).toEqual([501, 'vcode.not_configured']);
    expect([byMail.statusCode, byMail.json().code]).toEqual([501, 'vemail.not_configured']);
    expect(bare.logLines.join('\n')).not.toContain('verification code');
  });
});

it('code requests are limited per address', async () => {
  const limited = await openAccounts({ CODE_LIMIT: '2' });
  const statuses = [];
  for (const mobileNo of ['13900000001', '13900000002', '13900000003'])
    statuses.push((await limited.ask(null, vcode, { mobileNo, purpose: 'login' })).statusCode);
  await limited.close();
  expect(statuses).toEqual([404, 404, 429]);
});

it('code guesses share one limit across sign-in and password reset', async () => {
  const limited = await openAccounts({ SIGN_IN_LIMIT: '2' });
  const guess = { mobileNo: phone, code: '000000' };
  const reset = { ...guess, newPassword: 'Maple-7-river' };
  const statuses = [
    (await limited.ask(null, 'POST /api/v1/auth/token', guess)).statusCode,
    (await limited.ask(null, 'POST /api/v1/auth/update-password', reset)).statusCode,
    (await limited.ask(null, 'POST /api/v1/auth/update-password', reset)).statusCode,
    (await limited.ask(null, 'POST /api/v1/auth/token', guess)).statusCode,
  ];
  await limited.close();
  expect(statuses).toEqual([401, 401, 429, 429]);
});

it('code requests do not reveal which accounts exist if the operator hides accounts', async () => {
  const hidden = await openTestGateways({ HIDE_ACCOUNTS: 'true' });
  const known = await hidden.service.ask(null, vcode, { mobileNo: phone, purpose: 'login' });
  const unknown = await hidden.service.ask(null, vcode, { mobileNo: '13900000000', purpose: 'login' });
  const ofAny = { wait: 60, validFor: 600, ticket: expect.stringMatching(/^[\w-]{22}$/) };
  for (const response of [known, unknown])
    expect([response.statusCode, response.json()]).toEqual([200, ofAny]);
  const again = await hidden.service.ask(null, vcode, { mobileNo: '13900000000', purpose: 'login' });
  expect(again.json().code).toBe('vcode.wait');
  await eventually(() => expect(hidden.sms.messages).toHaveLength(1));
  const outcomes = [];
  for (const body of [
    { mobileNo: '13900000000', code: '123456', password },
    { mobileNo: '13900000000', code: '123456' },
    { username: 'nobody', password },
  ])
    outcomes.push((await hidden.service.ask(null, 'POST /api/v1/auth/token', body)).json().code);
  for (let index = 0; index < 10; index++)
    outcomes.push(
      (await hidden.service.ask(null, 'POST /api/v1/auth/token', { username: 'nobody', password })).json()
        .code,
    );
  await hidden.close();
  expect([...outcomes.slice(0, 3), outcomes.at(-2), outcomes.at(-1)]).toEqual([
    'login.verification_code_error',
    'login.verification_code_error',
    'login.incorrect_username_or_password',
    'login.incorrect_username_or_password',
    'login.account_locked',
  ]);
});
