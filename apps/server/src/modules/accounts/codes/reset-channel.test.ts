import { describe, expect, it } from 'vitest';
import {
  actsOf,
  join,
  newPerson,
  openTwoFactorTenants,
  useTestGateways,
} from '../../../../testing/gateways.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const token = 'POST /api/v1/auth/token';
const reset = 'POST /api/v1/auth/update-password';
const newPassword = 'Maple-7-river-Stone';

const gateways = useTestGateways({ open: openTwoFactorTenants, advancePerTestMs: day });
const { service } = gateways;

async function personOf(tid: string) {
  const person = await newPerson(service);
  await join(service, person.username, tid);
  return person;
}

const ask = async (call: string, body: object) => {
  const answer = await service.ask(null, call, body);
  const said = answer.body === '' ? {} : answer.json();
  return { status: answer.statusCode, ...said } as {
    status: number;
    code: string;
    params: Record<string, string>;
  };
};
const outcome = async (body: object) => {
  const { status, code } = await ask(token, body);
  return status === 200 ? 'in' : code;
};
const anyText = expect.any(String) as string;

describe('after a password reset', () => {
  it('by phone, the second factor goes only to the e-mail address until both contacts are verified', async () => {
    const person = await personOf('always');
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
    const person = await personOf('always');
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
    const person = await personOf('t-one');
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
    const person = await personOf('always');
    const { mobileNo, username } = person;
    await service.db.updateTable('accounts').set({ email: null }).where('aid', '=', username).execute();
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    await ask(reset, { mobileNo, ...codeWithTicket, newPassword });
    service.time.now += minute;
    const { challenge = '' } = (await ask(token, { username, password: newPassword })).params;
    expect(await outcome({ challenge, ...(await gateways.codeFor(challenge)) })).toBe('in');
  });
});
