import { describe, expect, it } from 'vitest';
import { newPassword } from '../../../../testing/accounts.ts';
import { openTwoFactorTenants, useTestGateways } from '../../../../testing/gateways.ts';
import { actsOf, join, newMember } from '../../../../testing/people.ts';
import { createSignInRequester } from '../../../../testing/sign-in.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const token = 'POST /api/v1/auth/token';
const reset = 'POST /api/v1/auth/update-password';

const gateways = useTestGateways({ open: openTwoFactorTenants, advancePerTestMs: day });
const { service } = gateways;
const { ask, outcome } = createSignInRequester(service);
const anyText = expect.any(String) as string;

describe('after a password reset', () => {
  it('by phone, the second factor goes only to the e-mail address until both contacts are verified', async () => {
    const person = await newMember(service, 'always');
    const { mobileNo, username } = person;
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    expect((await ask(reset, { mobileNo, ...codeWithTicket, newPassword })).status).toBe(204);
    const first = await ask(token, { username, password: newPassword });
    expect(first).toMatchObject({
      code: 'login.second_factor_required',
      params: { factor: 'code', email: anyText },
    });
    expect(first.params).not.toHaveProperty('mobileNo');
    const { challenge } = first.params;
    service.time.now += minute;
    expect((await ask('POST /api/v1/auth/vcode', { challenge })).status).not.toBe(200);
    const sent = await service.ask(null, 'POST /api/v1/auth/vemail', { challenge });
    expect(await outcome({ challenge, ...gateways.codeByMail(sent) })).toBe('in');
    const next = await ask(token, { username, password: newPassword });
    expect(next.params).toMatchObject({ mobileNo: anyText, email: anyText });
  });

  it('by e-mail, a code of the same e-mail address and the password count as one factor', async () => {
    const person = await newMember(service, 'always');
    const { email, username } = person;
    const vemail = 'POST /api/v1/auth/vemail';
    const resetting = gateways.codeByMail(await service.ask(null, vemail, { email, purpose: 'reset' }));
    expect((await ask(reset, { email, ...resetting, newPassword })).status).toBe(204);
    service.time.now += minute;
    const codeWithTicket = gateways.codeByMail(await service.ask(null, vemail, { email, purpose: 'login' }));
    const half = await ask(token, { email, ...codeWithTicket, password: newPassword });
    expect(half).toMatchObject({
      code: 'login.second_factor_required',
      params: { factor: 'code', mobileNo: anyText },
    });
    expect(half.params).not.toHaveProperty('email');
    const { challenge = '' } = half.params;
    expect(await outcome({ challenge, ...(await gateways.codeFor(challenge)) })).toBe('in');
    expect((await actsOf(service, username)).at(-2)).toBe('account.second_factor_shown');
  });

  it('a password change with the old password allows both channels again', async () => {
    const person = await newMember(service, 't-one');
    const { mobileNo, username } = person;
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    await ask(reset, { mobileNo, ...codeWithTicket, newPassword });
    const { token: bearer } = await service.signIn(username, newPassword);
    const change = { oldPassword: newPassword, newPassword: 'Birch-8-meadow' };
    expect((await service.ask(bearer, reset, change)).statusCode).toBe(204);
    await join(service, username, 'always');
    const next = await ask(token, { username, password: 'Birch-8-meadow' });
    expect(next.params).toMatchObject({ mobileNo: anyText, email: anyText });
  });

  it('an account with one channel keeps using it', async () => {
    const person = await newMember(service, 'always');
    const { mobileNo, username } = person;
    await service.db.updateTable('accounts').set({ email: null }).where('aid', '=', username).execute();
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    await ask(reset, { mobileNo, ...codeWithTicket, newPassword });
    service.time.now += minute;
    const { challenge = '' } = (await ask(token, { username, password: newPassword })).params;
    expect(await outcome({ challenge, ...(await gateways.codeFor(challenge)) })).toBe('in');
  });
});
