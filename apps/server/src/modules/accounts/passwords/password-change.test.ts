import { describe, expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { differentCode, phone, useTestGateways } from '../../../../testing/gateways.ts';
import { actsOf, newPerson } from '../../../../testing/people.ts';
import { TestDevice } from '../../../../testing/service.ts';

const day = 24 * 60 * 60_000;
const update = 'POST /api/v1/auth/update-password';
const gateways = useTestGateways({ startWork: true, advancePerTestMs: day });
const { service } = gateways;

const change = (token: string | null, body: object) => service.ask(token, update, body);
const signIn = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);
const use = async (token: string) => {
  const response = await service.ask(token, 'GET /api/v1/devices');
  return response.statusCode === 200 ? 'good' : response.json().message;
};
describe('password change with the old password', () => {
  it('ends every other session, reports it there and notifies the person', async () => {
    const { username, email } = await newPerson(service);
    const device = new TestDevice();
    const own = await service.signIn(username, password, device);
    const other = await service.signIn(username, password);
    const newPassword = 'Maple-7-river';
    const response = await change(own.token, { oldPassword: password, newPassword });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await use(own.token)).toBe('good');
    await eventually(async () => expect(await use(other.token)).toBe('user password changed'));
    const refreshed = await service.ask(other.token, 'POST /api/v1/auth/refresh-token');
    expect([refreshed.statusCode, refreshed.json().message]).toEqual([401, 'user password changed']);
    expect((await signIn({ username, password })).json().code).toBe('login.incorrect_username_or_password');
    expect((await signIn({ username, password: newPassword })).statusCode).toBe(200);
    const notices = await service.ask(own.token, 'GET /api/v1/user-msg-sessions');
    expect(notices.json().data[0].lastMsg.text).toContain('密码已修改');
    await eventually(() => expect(gateways.smtp.mails.map(({ to }) => to)).toContainEqual([email]));
    await eventually(() =>
      expect(gateways.sms.messages.at(-1)).toMatchObject({ purpose: 'notice', code: null }),
    );
    const waiting = service.accounts.db.selectFrom('account_notices').selectAll().where('aid', '=', username);
    await eventually(async () => expect(await waiting.execute()).toEqual([]));
    expect(await actsOf(service, username)).toEqual([
      'device.registered',
      'account.signed_in',
      'account.signed_in',
      'account.password_changed',
      'account.sign_in_refused refused',
      'account.signed_in',
    ]);
  });

  it.each([
    ['short', 'login.password_too_short'],
    ['A1'.repeat(20), 'login.password_too_long'],
    ['onlyletters', 'login.password_too_simple'],
    ['woaini1314', 'login.password_too_simple'],
    ['a123456789', 'login.password_too_simple'],
    ['Password1', 'login.password_too_simple'],
    ['zhangwei123', 'login.password_too_simple'],
    ['li@Example1', 'login.password_too_simple'],
    [`${phone}a`, 'login.password_too_simple'],
    [password, 'login.password_unchanged'],
  ])('rejects the new password %s', async (newPassword, code) => {
    const { token } = await service.signIn('li', password);
    const response = await change(token, { oldPassword: password, newPassword });
    expect([response.statusCode, response.json().code]).toEqual([400, code]);
  });

  it('is locked after ten wrong passwords, which do not lock the sign-in', async () => {
    const { username } = await newPerson(service);
    const { token } = await service.signIn(username, password);
    const wrong = { oldPassword: 'Wrong-horse-9', newPassword: 'Maple-7-river' };
    const codes = [];
    for (let index = 0; index < 11; index++) codes.push((await change(token, wrong)).json().code);
    expect(codes.slice(-2)).toEqual(['login.incorrect_username_or_password', 'login.account_locked']);
    expect((await change(token, { oldPassword: password, newPassword: 'Maple-7-river' })).json().code).toBe(
      'login.account_locked',
    );
    expect((await signIn({ username, password })).statusCode).toBe(200);
    expect(await use(token)).toBe('good');
    expect(await actsOf(service, username)).toContain('account.locked');
  });

  it('accepts one of two simultaneous changes', async () => {
    const { username } = await newPerson(service);
    const { token } = await service.signIn(username, password);
    const responses = await Promise.all(
      ['Maple-7-river', 'Birch-8-meadow'].map((newPassword) =>
        change(token, { oldPassword: password, newPassword }),
      ),
    );
    expect(responses.map((response) => response.statusCode).toSorted((one, two) => one - two)).toEqual([
      204, 401,
    ]);
  });

  it('requires a session', async () => {
    const response = await change(null, { oldPassword: password, newPassword: 'Maple-7-river' });
    expect([response.statusCode, response.json().message]).toEqual([401, 'signature is invalid']);
  });
});

describe('password change with a code', () => {
  it('when signed in accepts a code sent to the own number', async () => {
    const { username, mobileNo } = await newPerson(service);
    const { token } = await service.signIn(username, password);
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'update', token);
    const newPassword = 'Maple-7-river';
    const wrong = await change(token, { ...differentCode(codeWithTicket), newPassword });
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'verification code error']);
    expect((await change(token, { ...codeWithTicket, newPassword: password })).json().code).toBe(
      'login.password_unchanged',
    );
    expect((await change(token, { ...codeWithTicket, newPassword })).statusCode).toBe(204);
    expect((await change(token, { ...codeWithTicket, newPassword: 'Birch-8-meadow' })).statusCode).toBe(401);
    expect(await use(token)).toBe('good');
  });

  it('when signed out opens a locked account and ends every session', async () => {
    const { username, mobileNo } = await newPerson(service);
    const { token } = await service.signIn(username, password);
    for (let index = 0; index < 10; index++) await signIn({ username, password: 'wrong' });
    expect((await signIn({ username, password })).json().code).toBe('login.account_locked');
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    const newPassword = 'Maple-7-river';
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => change(null, { mobileNo, ...codeWithTicket, newPassword })),
    );
    expect(tries.map((response) => response.statusCode).toSorted((one, two) => one - two)).toEqual([
      204, 401, 401, 401, 401,
    ]);
    expect((await signIn({ username, password: newPassword })).statusCode).toBe(200);
    await eventually(async () => expect(await use(token)).toBe('user password changed'));
    expect(await actsOf(service, username)).toContain('account.password_reset');
  });

  it('when signed out does not reveal the old password without the code', async () => {
    const { mobileNo } = await newPerson(service);
    const response = await change(null, { mobileNo, code: '000000', newPassword: password });
    expect(response.json().code).toBe('login.verification_code_error');
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    const unchanged = await change(null, { mobileNo, ...codeWithTicket, newPassword: password });
    expect(unchanged.json().code).toBe('login.password_unchanged');
    const unknownAccount = await change(null, {
      mobileNo: '13900000000',
      ...codeWithTicket,
      newPassword: 'Maple-7-river',
    });
    expect([unknownAccount.statusCode, unknownAccount.json().message]).toEqual([401, 'account not found']);
  });
});
