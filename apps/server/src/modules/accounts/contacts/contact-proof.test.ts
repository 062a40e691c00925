import { describe, expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { differentCode, useTestGateways } from '../../../../testing/gateways.ts';
import { newClaimant } from '../../../../testing/people.ts';
import { TestDevice } from '../../../../testing/service.ts';
import { createAccount } from '../accounts.usecases.ts';

const day = 24 * 60 * 60_000;
const verify = 'POST /api/v1/auth/verify-contact';
const gateways = useTestGateways({ startWork: true, advancePerTestMs: day });
const { service } = gateways;

const signIn = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);
const isActive = async (token: string) =>
  (await service.ask(token, 'GET /api/v1/devices')).statusCode === 200;

const claimant = () => newClaimant(service);

const verifiedOf = (aid: string) =>
  service.accounts.db
    .selectFrom('accounts')
    .select(['mobile_verified_at as mobile', 'email_verified_at as email'])
    .where('aid', '=', aid)
    .executeTakeFirstOrThrow();

describe('first verification of a contact', () => {
  it('by a sign-in ends the former password, sessions and devices, and says so', async () => {
    const { aid: username, mobileNo } = await claimant();
    const [device, remainingDevice] = [new TestDevice(), new TestDevice()];
    const before = await service.signIn(username, password, device);
    await service.signIn(username, password, remainingDevice);
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'login');
    const registration = await remainingDevice.register(service.time.now);
    const response = (await signIn({ mobileNo, ...codeWithTicket, device: registration })).json();
    expect(await isActive(before.token)).toBe(false);
    expect((await signIn({ username, password })).json().code).toBe('login.incorrect_username_or_password');
    const { data } = (await service.ask(response.token, 'GET /api/v1/devices')).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([remainingDevice.id]);
    const notices = (await service.ask(response.token, 'GET /api/v1/user-msg-sessions')).json();
    expect(notices.data[0].lastMsg.text).toContain('首次验证');
    expect(await verifiedOf(username)).toEqual({ mobile: expect.any(Date), email: null });
  });

  it('by a reset requires a password other than the former one', async () => {
    const { aid: username, mobileNo } = await claimant();
    const before = await service.signIn(username, password);
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'reset');
    const reset = (newPassword: string) =>
      service.ask(null, 'POST /api/v1/auth/update-password', { mobileNo, ...codeWithTicket, newPassword });
    expect((await reset(password)).json().code).toBe('login.password_unchanged');
    expect((await reset('Maple-7-river')).statusCode).toBe(204);
    expect(await isActive(before.token)).toBe(false);
    expect((await signIn({ username, password: 'Maple-7-river' })).statusCode).toBe(200);
  });

  it('by a signed-in session keeps that session', async () => {
    const { aid: username, mobileNo } = await claimant();
    const [own, other] = [await service.signIn(username, password), await service.signIn(username, password)];
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'update', own.token);
    const wrong = await service.ask(own.token, verify, { mobileNo, ...differentCode(codeWithTicket) });
    expect(wrong.json().code).toBe('login.verification_code_error');
    expect((await service.ask(own.token, verify, { mobileNo, ...codeWithTicket })).statusCode).toBe(204);
    // A repeated request succeeds, because the first response may have been lost.
    expect((await service.ask(own.token, verify, { mobileNo, ...codeWithTicket })).statusCode).toBe(204);
    expect([await isActive(own.token), await isActive(other.token)]).toEqual([true, false]);
  });

  it('is rejected for a contact of another account', async () => {
    const [one, other] = [await claimant(), await claimant()];
    const { token } = await service.signIn(one.aid, password);
    const codeWithTicket = await gateways.codeBySms(other.mobileNo, 'update', token);
    const response = await service.ask(token, verify, { mobileNo: other.mobileNo, ...codeWithTicket });
    expect(response.json().code).toBe('login.verification_code_error');
    expect(await verifiedOf(other.aid)).toEqual({ mobile: null, email: null });
  });
});

describe('further verification', () => {
  it('ends nothing, because everything was created after the first one', async () => {
    const { aid: username, mobileNo, email } = await claimant();
    const first = (await signIn({ mobileNo, ...(await gateways.codeBySms(mobileNo, 'login')) })).json();
    service.time.now += 120_000;
    const second = (await signIn({ mobileNo, ...(await gateways.codeBySms(mobileNo, 'login')) })).json();
    const response = await service.ask(first.token, 'POST /api/v1/auth/vemail', { email, purpose: 'update' });
    expect(response.statusCode).toBe(200);
    const byMail = gateways.codeByMail(response);
    const contacts = async () => (await service.ask(first.token, 'GET /api/v1/account/contacts')).json().data;
    expect(await contacts()).toEqual({ mobileVerified: true, emailVerified: false });
    expect((await service.ask(first.token, verify, { email, ...byMail })).statusCode).toBe(204);
    expect(await contacts()).toEqual({ mobileVerified: true, emailVerified: true });
    expect(await isActive(second.token)).toBe(true);
    expect(await verifiedOf(username)).toEqual({ mobile: expect.any(Date), email: expect.any(Date) });
  });
});

describe('contact that another account verifies', () => {
  it('is no longer claimed by the first account and signs in to the account that verified it', async () => {
    const first = await claimant();
    const { db } = service.accounts;
    await createAccount(db, { aid: 'later', username: 'later', password, mobileNo: first.mobileNo });
    const { token } = await service.signIn('later', password);
    const codeWithTicket = await gateways.codeBySms(first.mobileNo, 'update', token);
    expect(
      (await service.ask(token, verify, { mobileNo: first.mobileNo, ...codeWithTicket })).statusCode,
    ).toBe(204);
    service.time.now += day;
    const login = await gateways.codeBySms(first.mobileNo, 'login');
    expect((await signIn({ mobileNo: first.mobileNo, ...login })).json().aid).toBe('later');
    expect(
      (await service.ask((await service.signIn(first.aid, password)).token, 'GET /api/v1/devices'))
        .statusCode,
    ).toBe(200);
  });
});
