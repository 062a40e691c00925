import { describe, expect, it } from 'vitest';
import { password } from '../../../../testing/accounts.ts';
import { useTestGateways } from '../../../../testing/gateways.ts';
import { whileLocked } from '../../../../testing/lock.ts';
import { newClaimant } from '../../../../testing/people.ts';
import { inTransaction } from '../../../infra/database/index.ts';
import { lockAccountRow } from '../accounts.repository.ts';
import { changeAccount } from '../administration/administer-accounts.usecases.ts';

const day = 24 * 60 * 60_000;
const gateways = useTestGateways({ advancePerTestMs: day });
const { service } = gateways;

const signIn = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);
const verify = (token: string, body: object) => service.ask(token, 'POST /api/v1/auth/verify-contact', body);

const claimant = () => newClaimant(service);

/** Signs in with a code, which verifies the contact. */
async function provePhone(mobileNo: string): Promise<string> {
  const response = await signIn({ mobileNo, ...(await gateways.codeBySms(mobileNo, 'login')) });
  expect(response.statusCode).toBe(200);
  return response.json().token;
}

async function mailCode(email: string, purpose: string, token: string | null = null) {
  const response = await service.ask(token, 'POST /api/v1/auth/vemail', { email, purpose });
  expect(response.statusCode).toBe(200);
  return gateways.codeByMail(response);
}

const change = (aid: string, contacts: { mobileNo?: string; email?: string }) =>
  inTransaction(service.accounts.db, (transaction) => changeAccount(transaction, aid, contacts));

const contactsOf = (aid: string) =>
  service.accounts.db
    .selectFrom('accounts')
    .select(['mobile_no', 'email'])
    .where('aid', '=', aid)
    .executeTakeFirstOrThrow();

async function expectNoWayIn(email: string): Promise<void> {
  const response = await service.ask(null, 'POST /api/v1/auth/vemail', { email, purpose: 'login' });
  expect(response.json().code).toBe('vemail.account_not_found');
  const reset = await service.ask(null, 'POST /api/v1/auth/vemail', { email, purpose: 'reset' });
  expect(reset.json().code).toBe('vemail.account_not_found');
}

describe('claimed contact beside a verified contact', () => {
  it('is deleted when the operator changes the verified number', async () => {
    const { aid, mobileNo, email } = await claimant();
    await provePhone(mobileNo);
    await change(aid, { mobileNo: '13866660901' });
    expect(await contactsOf(aid)).toEqual({ mobile_no: '+8613866660901', email: null });
    await expectNoWayIn(email);
  });

  it('is deleted when the operator changes the verified address', async () => {
    const { aid, mobileNo, email } = await claimant();
    await signIn({ email, ...(await mailCode(email, 'login')) });
    await change(aid, { email: 'next@example.com' });
    expect(await contactsOf(aid)).toEqual({ mobile_no: null, email: 'next@example.com' });
    const response = await service.ask(null, 'POST /api/v1/auth/vcode', { mobileNo, purpose: 'login' });
    expect(response.json().code).toBe('vcode.account_not_found');
  });

  it('is deleted without a notice when another account verifies the number', async () => {
    const { aid, mobileNo, email } = await claimant();
    await provePhone(mobileNo);
    const other = await claimant();
    const { token } = await service.signIn(other.aid, password);
    const codeWithTicket = await gateways.codeBySms(mobileNo, 'update', token);
    const notices = () =>
      service.accounts.db
        .selectFrom('account_notices')
        .select('kind')
        .where('aid', '=', aid)
        .where('kind', '=', 'contact_moved')
        .execute();
    const moved = await service.ask(token, 'PUT /api/v1/auth/update-phone', { mobileNo, ...codeWithTicket });
    expect(moved.statusCode).toBe(204);
    expect(await contactsOf(aid)).toEqual({ mobile_no: null, email: null });
    expect(await notices()).toEqual([]);
    await expectNoWayIn(email);
  });

  it('is kept if the operator names it again or if it is verified', async () => {
    const [named, proven] = [await claimant(), await claimant()];
    await provePhone(named.mobileNo);
    await change(named.aid, { mobileNo: '13866660902', email: named.email });
    expect(await contactsOf(named.aid)).toEqual({ mobile_no: '+8613866660902', email: named.email });
    const token = await provePhone(proven.mobileNo);
    const codeWithTicket = await mailCode(proven.email, 'update', token);
    expect((await verify(token, { email: proven.email, ...codeWithTicket })).statusCode).toBe(204);
    await change(proven.aid, { mobileNo: '13866660903' });
    expect(await contactsOf(proven.aid)).toEqual({ mobile_no: '+8613866660903', email: proven.email });
  });

  it.each(['login', 'reset'] as const)('does not open the account by a pending %s', async (purpose) => {
    const { aid, email } = await claimant();
    const codeWithTicket = await mailCode(email, purpose);
    const prove = { mobile_verified_at: new Date(service.time.now) };
    const response = await whileLocked(service.accounts.db, {
      hold: (transaction) => transaction.updateTable('accounts').set(prove).where('aid', '=', aid).execute(),
      call: () =>
        purpose === 'login'
          ? signIn({ email, ...codeWithTicket })
          : service.ask(null, 'POST /api/v1/auth/update-password', {
              email,
              ...codeWithTicket,
              newPassword: 'Maple-7-river',
            }),
    });
    expect(response.json().code).toBe('login.account_not_found');
  });
});

describe('contact that two accounts verify at once', () => {
  it.each([
    ['a number', 'sign-in', 'login.phone_taken'],
    ['a number', 'verification', 'login.phone_taken'],
    ['an address', 'sign-in', 'login.email_taken'],
    ['an address', 'verification', 'login.email_taken'],
  ] as const)('is refused to the later account: %s, by %s', async (kind, way, code) => {
    const [claims, proves] = [await claimant(), await claimant()];
    const { mobileNo, email } = claims;
    const { token } = await service.signIn(claims.aid, password);
    const [purpose, asking] = way === 'sign-in' ? (['login', null] as const) : (['update', token] as const);
    const isPhone = kind === 'a number';
    const codeWithTicket = isPhone
      ? { mobileNo, ...(await gateways.codeBySms(mobileNo, purpose, asking ?? undefined)) }
      : { email, ...(await mailCode(email, purpose, asking)) };
    const at = new Date(service.time.now);
    const response = await whileLocked(service.accounts.db, {
      hold: (transaction) =>
        transaction
          .updateTable('accounts')
          .set(
            isPhone
              ? { mobile_no: `+86${mobileNo}`, mobile_verified_at: at }
              : { email, email_verified_at: at },
          )
          .where('aid', '=', proves.aid)
          .execute(),
      call: () => (way === 'sign-in' ? signIn(codeWithTicket) : verify(token, codeWithTicket)),
    });
    expect([response.statusCode, response.json().code]).toEqual([409, code]);
  });

  it('is locked in the same order by both accounts, so that there is no deadlock', async () => {
    const { db } = service.accounts;
    const [first, second] = [await claimant(), await claimant()].toSorted((a, b) => (a.aid < b.aid ? -1 : 1));
    if (!first || !second) throw new Error('an account is missing');
    const { mobileNo } = first;
    await change(second.aid, { mobileNo });
    const { token } = await service.signIn(second.aid, password);
    const codeWithTicket = { mobileNo, ...(await gateways.codeBySms(mobileNo, 'update', token)) };
    const response = await whileLocked(db, {
      hold: (transaction) => lockAccountRow(transaction, first.aid),
      call: () => verify(token, codeWithTicket),
      // Locks the second account, as a proof by the first account does.
      finish: (transaction) => lockAccountRow(transaction, second.aid),
    });
    expect(response.statusCode).toBe(204);
    expect(await contactsOf(first.aid)).toMatchObject({ mobile_no: null });
  });
});
