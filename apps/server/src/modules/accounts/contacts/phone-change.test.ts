import { describe, expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { differentCode, phone, useTestGateways } from '../../../../testing/gateways.ts';
import { actsOf, newPerson } from '../../../../testing/people.ts';
import { TestDevice } from '../../../../testing/service.ts';

const day = 24 * 60 * 60_000;
const gateways = useTestGateways({ startWork: true, advancePerTestMs: day });
const { service } = gateways;

const signIn = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);

describe('phone number', () => {
  const call = 'PUT /api/v1/auth/update-phone';

  it('changes with a code sent to the new number, and the old number receives a notice', async () => {
    const { username, mobileNo } = await newPerson(service);
    const { token } = await service.signIn(username, password);
    const next = '13666660001';
    const codeWithTicket = await gateways.codeBySms(next, 'update', token);
    const wrong = await service.ask(token, call, { mobileNo: next, ...differentCode(codeWithTicket) });
    expect(wrong.json().code).toBe('login.verification_code_error');
    expect((await service.ask(token, call, { mobileNo: next, ...codeWithTicket })).statusCode).toBe(204);
    // A repeated request succeeds, because the first response may have been lost.
    expect((await service.ask(token, call, { mobileNo: next, ...codeWithTicket })).statusCode).toBe(204);
    expect((await signIn({ username: next, password })).statusCode).toBe(200);
    expect((await signIn({ username: mobileNo, password })).statusCode).toBe(401);
    await eventually(() =>
      expect(gateways.sms.messages).toContainEqual(
        expect.objectContaining({ to: `+86${mobileNo}`, purpose: 'notice' }),
      ),
    );
    expect((await actsOf(service, username)).filter((act) => act === 'account.phone_changed')).toHaveLength(
      1,
    );
  });

  it('moves to another account that verifies it, and the former owner receives a notice', async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)];
    const next = '13555555555';
    const tokens = [
      (await service.signIn(one.username, password)).token,
      (await service.signIn(two.username, password)).token,
    ];
    const codeWithTicket = await gateways.codeBySms(next, 'update', tokens[0]);
    expect(
      (await service.ask(tokens[0] ?? null, call, { mobileNo: next, ...codeWithTicket })).statusCode,
    ).toBe(204);
    service.time.now += 60_000;
    const later = await gateways.codeBySms(next, 'update', tokens[1]);
    expect((await service.ask(tokens[1] ?? null, call, { mobileNo: next, ...later })).statusCode).toBe(204);
    expect((await signIn({ username: next, password })).json().aid).toBe(two.username);
    const { db } = service.accounts;
    const former = db.selectFrom('accounts').select(['mobile_no', 'mobile_verified_at']);
    expect(await former.where('aid', '=', one.username).execute()).toEqual([
      { mobile_no: null, mobile_verified_at: null },
    ]);
    const { data } = (await service.ask(tokens[0] ?? null, 'GET /api/v1/user-msg-sessions')).json();
    expect(data[0].lastMsg.text).toContain('已由他人验证');
    await eventually(() =>
      expect(gateways.smtp.mails).toContainEqual(expect.objectContaining({ to: [one.email] })),
    );
  });

  it('of a session with a device changes only with a DPoP proof, so that a stolen token cannot change it', async () => {
    const { username } = await newPerson(service);
    const device = new TestDevice();
    const { token } = await service.signIn(username, password, device);
    const next = '13666660009';
    const codeWithTicket = await gateways.codeBySms(next, 'update', token);
    const change = (dpop?: string) =>
      service.ask(token, call, { mobileNo: next, ...codeWithTicket }, dpop === undefined ? {} : { dpop });
    const proof = { path: '/api/v1/auth/update-phone', method: 'PUT', now: service.time.now };
    const good = await device.prove({ ...proof, token });
    for (const dpop of [
      undefined,
      await new TestDevice().prove({ ...proof, token }),
      await device.prove(proof),
      await device.prove({ ...proof, token, method: 'POST' }),
      await device.prove({ ...proof, token, path: '/api/v1/auth/refresh-token' }),
    ]) {
      const refused = await change(dpop);
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'login.device_proof_invalid']);
    }
    expect(await actsOf(service, username)).toContain('account.phone_changed refused');
    expect((await change(good)).statusCode).toBe(204);
    expect((await change(good)).json().params).toEqual({ reason: 'reused' });
  });

  it('requires a session to change', async () => {
    expect((await service.ask(null, call, { mobileNo: phone, code: '123456' })).statusCode).toBe(401);
  });
});
