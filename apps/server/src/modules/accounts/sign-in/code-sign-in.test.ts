import { describe, expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { differentCode, email, phone, useTestGateways } from '../../../../testing/gateways.ts';
import { TestDevice } from '../../../../testing/service.ts';

const day = 24 * 60 * 60_000;
const gateways = useTestGateways({ advancePerTestMs: day });
const { service } = gateways;

const signIn = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);
const outcome = async (body: object) => {
  const response = await signIn(body);
  return response.statusCode === 200 ? 'in' : response.json().code;
};

describe('sign-in by code', () => {
  it('opens the same session, on the same device', async () => {
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    const device = new TestDevice();
    const registration = await device.register(service.time.now);
    const response = await signIn({ mobileNo: `+86 ${phone}`, ...codeWithTicket, device: registration });
    expect([response.statusCode, response.json().aid]).toEqual([200, 'li']);
    const listed = await service.ask(response.json().token, 'GET /api/v1/devices');
    expect(listed.json().data).toContainEqual(expect.objectContaining({ id: device.id, current: true }));
  });

  it('works by e-mail too', async () => {
    const sent = await service.ask(null, 'POST /api/v1/auth/vemail', { email, purpose: 'login' });
    const [head = ''] = (gateways.smtp.mails.at(-1)?.raw ?? '').split('\r\n\r\n');
    expect(head).toContain('Content-Transfer-Encoding: base64');
    expect(await outcome({ email: 'LI@Example.com', ...gateways.codeByMail(sent) })).toBe('in');
  });

  it('accepts a code once', async () => {
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => outcome({ mobileNo: phone, ...codeWithTicket })),
    );
    expect(tries.filter((one) => one === 'in')).toHaveLength(1);
    expect(await outcome({ mobileNo: phone, ...codeWithTicket })).toBe('login.verification_code_error');
  });

  it('accepts a code for ten minutes', async () => {
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    service.time.now += 10 * 60_000;
    expect(await outcome({ mobileNo: phone, ...codeWithTicket })).toBe('login.verification_code_error');
    const next = await gateways.codeBySms(phone, 'login');
    service.time.now += 10 * 60_000 - 1;
    expect(await outcome({ mobileNo: phone, ...next })).toBe('in');
  });

  it('invalidates the code at the fifth wrong guess, also for simultaneous guesses', async () => {
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    const wrong = { mobileNo: phone, ...differentCode(codeWithTicket) };
    const four = await Promise.all(Array.from({ length: 4 }, () => outcome(wrong)));
    expect(new Set(four)).toEqual(new Set(['login.verification_code_error']));
    expect(await outcome({ mobileNo: phone, ...codeWithTicket })).toBe('in');
    service.time.now += 60_000;
    const next = await gateways.codeBySms(phone, 'login');
    const five = { mobileNo: phone, ...differentCode(next) };
    await Promise.all(Array.from({ length: 5 }, () => outcome(five)));
    expect(await outcome({ mobileNo: phone, ...next })).toBe('login.verification_code_error');
  });

  it('rejects a code for another purpose or number, and a replaced code', async () => {
    const reset = await gateways.codeBySms(phone, 'reset');
    expect(await outcome({ mobileNo: phone, ...reset })).toBe('login.verification_code_error');
    service.time.now += 60_000;
    const first = await gateways.codeBySms(phone, 'login');
    expect(await outcome({ email, ...first })).toBe('login.verification_code_error');
    service.time.now += 60_000;
    const second = await gateways.codeBySms(phone, 'login');
    // Two random codes are equal once in a million.
    const { code } = first.code === second.code ? differentCode(second) : first;
    expect(await outcome({ mobileNo: phone, code, ticket: second.ticket })).toBe(
      'login.verification_code_error',
    );
    expect(await outcome({ mobileNo: phone, ...second })).toBe('in');
  });

  it('keeps the code if the sign-in fails for another reason', async () => {
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    const registration = await new TestDevice().register(service.time.now - day);
    expect(await outcome({ mobileNo: phone, ...codeWithTicket, device: registration })).toBe(
      'login.device_proof_invalid',
    );
    expect(await outcome({ mobileNo: phone, ...codeWithTicket })).toBe('in');
  });

  it('reports that there is no such account, also for a closed one', async () => {
    expect(await outcome({ mobileNo: '13900000000', code: '123456' })).toBe('login.account_not_found');
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    const { db } = service.accounts;
    await db.updateTable('accounts').set({ state: 'closed' }).where('aid', '=', 'li').execute();
    const closed = await signIn({ mobileNo: phone, ...codeWithTicket });
    const byPassword = await signIn({ username: 'li', password });
    await db.updateTable('accounts').set({ state: 'active' }).where('aid', '=', 'li').execute();
    expect([closed.statusCode, closed.json()]).toEqual([
      401,
      { code: 'login.account_not_found', message: 'account not found', params: {} },
    ]);
    expect(byPassword.json().code).toBe('login.incorrect_username_or_password');
  });

  it('succeeds while wrong passwords have locked the account, which stays locked for passwords', async () => {
    for (let index = 0; index < 10; index++) await signIn({ username: 'li', password: 'wrong' });
    const codeWithTicket = await gateways.codeBySms(phone, 'login');
    expect(await outcome({ mobileNo: phone, ...codeWithTicket })).toBe('in');
    expect(await outcome({ username: 'li', password })).toBe('login.account_locked');
  });
});
