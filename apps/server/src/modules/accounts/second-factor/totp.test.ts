import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import { actsOf } from '../../../../testing/people.ts';
import type { TestService } from '../../../../testing/service.ts';
import { enrolTotp, signInByTotp, stepMs, totpAt } from '../../../../testing/totp.ts';
import { createAccount } from '../accounts.usecases.ts';
import { totpLockout } from './totp-check.usecases.ts';

let service: TestService;
beforeAll(async () => {
  service = await openAccounts();
});
afterAll(() => service.close());
beforeEach(() => {
  service.time.now += 10 * stepMs;
});

const ask = async (token: string | null, call: string, body?: object) => {
  const answer = await service.ask(token, call, body);
  const read = answer.body === '' ? {} : answer.json();
  return { status: answer.statusCode, ...read };
};
const signIn = (body: object) => ask(null, 'POST /api/v1/auth/token', body);

let people = 0;
async function newPerson() {
  people += 1;
  const username = `totp${people}`;
  await createAccount(service.accounts.db, { aid: username, username, password });
  const { token } = await service.signIn(username, password);
  return { username, token };
}

async function newEnrolled() {
  const { username, token } = await newPerson();
  return { username, token, ...(await enrolTotp(service, token, password)) };
}

/** Signs in with the password. @returns the challenge. */
async function begin(username: string): Promise<string> {
  const { params } = await signIn({ username, password });
  return params.challenge;
}

describe('authenticator app', () => {
  it('has no effect before its confirmation', async () => {
    const { username, token } = await newPerson();
    const enrolled = await ask(token, 'POST /api/v1/account/totp/actions/enrol', { password });
    expect(enrolled.data.uri).toMatch(/^otpauth:\/\/totp\/Sealflow:totp\d+\?/);
    expect(enrolled.data.uri).toContain(`secret=${enrolled.data.secret}`);
    expect((await signIn({ username, password })).status).toBe(200);
    expect(await ask(token, 'GET /api/v1/account/second-factor')).toMatchObject({
      data: { totpAt: null, recoveryCodes: 0, channels: [], isOperator: false },
    });
    const wrong = { totp: '000000' };
    expect((await ask(token, 'POST /api/v1/account/totp/actions/confirm', wrong)).code).toBe(
      'login.verification_code_error',
    );
  });

  it('requires the password to enrol', async () => {
    const { token } = await newPerson();
    const body = { password: 'Wrong-horse-9' };
    expect((await ask(token, 'POST /api/v1/account/totp/actions/enrol', body)).code).toBe(
      'login.incorrect_username_or_password',
    );
  });

  it('is required at the sign-in from its confirmation on, and is accepted once per step', async () => {
    const { username, secret } = await newEnrolled();
    const challenge = await begin(username);
    expect(await signIn({ username, password })).toMatchObject({
      status: 401,
      code: 'login.second_factor_required',
      params: { factor: 'code', totp: 'enrolled' },
    });
    const totp = totpAt(secret, service.time.now);
    const answer = await signIn({ challenge, totp });
    expect(answer.status).toBe(200);
    const again = await signIn({ challenge: await begin(username), totp });
    expect(again.code).toBe('login.verification_code_error');
    const sessions = await service.db
      .selectFrom('sessions')
      .select(['amr', 'two_factors_at'])
      .where('aid', '=', username)
      .orderBy('created_at', 'desc')
      .execute();
    expect(sessions[0]).toEqual({
      amr: ['pwd', 'otp', 'mfa'],
      two_factors_at: new Date(service.time.now),
    });
    expect(sessions.at(-1)).toEqual({ amr: ['pwd'], two_factors_at: null });
    expect(await actsOf(service, username)).toEqual(
      expect.arrayContaining(['account.totp_enrolled', 'account.second_factor_shown']),
    );
  });

  it('uses a challenge once', async () => {
    const { username, secret } = await newEnrolled();
    const challenge = await begin(username);
    expect((await signIn({ challenge, totp: totpAt(secret, service.time.now) })).status).toBe(200);
    service.time.now += stepMs;
    const again = await signIn({ challenge, totp: totpAt(secret, service.time.now) });
    expect(again.code).toBe('login.second_factor_expired');
  });

  it('is locked after wrong codes in succession, while recovery codes are accepted', async () => {
    const { username, secret, recoveryCodes } = await newEnrolled();
    const challenge = await begin(username);
    const right = totpAt(secret, service.time.now);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 0; attempt < totpLockout.maxFailures; attempt += 1)
      expect((await signIn({ challenge, totp: wrong })).code).toBe('login.verification_code_error');
    expect((await signIn({ challenge, totp: right })).code).toBe('app.too_many_requests');
    expect((await signIn({ challenge, recoveryCode: recoveryCodes[0] })).status).toBe(200);
    service.time.now += totpLockout.lockoutMs;
    await signInByTotp(service, { username, password, secret });
  });

  it('accepts each recovery code once', async () => {
    const { username, token, recoveryCodes } = await newEnrolled();
    const [recoveryCode] = recoveryCodes;
    expect((await signIn({ challenge: await begin(username), recoveryCode })).status).toBe(200);
    expect((await signIn({ challenge: await begin(username), recoveryCode })).code).toBe(
      'login.verification_code_error',
    );
    expect((await ask(token, 'GET /api/v1/account/second-factor')).data.recoveryCodes).toBe(9);
    expect(await actsOf(service, username)).toContain('account.recovery_code_used');
  });

  it('replaces the recovery codes', async () => {
    const { username, token, secret, recoveryCodes } = await newEnrolled();
    const totp = totpAt(secret, service.time.now);
    const replaced = await ask(token, 'POST /api/v1/account/recovery-codes/actions/replace', { totp });
    expect(replaced.data.recoveryCodes).toHaveLength(10);
    const challenge = await begin(username);
    expect((await signIn({ challenge, recoveryCode: recoveryCodes[0] })).code).toBe(
      'login.verification_code_error',
    );
    const [recoveryCode] = replaced.data.recoveryCodes;
    expect((await signIn({ challenge, recoveryCode })).status).toBe(200);
  });

  it('is removed only with both factors, and another one is enrolled only then', async () => {
    const { username, token, secret } = await newEnrolled();
    const enrol = 'POST /api/v1/account/totp/actions/enrol';
    expect((await ask(token, enrol, { password })).code).toBe('login.totp_enrolled');
    const remove = 'POST /api/v1/account/totp/actions/remove';
    const totp = totpAt(secret, service.time.now);
    expect((await ask(token, remove, { password: 'Wrong-horse-9', totp })).code).toBe(
      'login.incorrect_username_or_password',
    );
    expect((await ask(token, remove, { password, totp: '000000' })).code).toBe(
      'login.verification_code_error',
    );
    expect((await ask(token, remove, { password, totp })).status).toBe(204);
    expect((await signIn({ username, password })).status).toBe(200);
    expect((await ask(token, enrol, { password })).status).toBe(200);
  });

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const { username, secret, recoveryCodes } = await newEnrolled();
    const { rows } = await service.accounts.pool.query<{ text: string }>(
      `select concat(encode(wrapped_secret, 'escape'), encode(wrapped_secret, 'base64')) as text
        from totp_factors where aid = $1 union all
        select encode(digest, 'escape') from recovery_codes where aid = $1`,
      [username],
    );
    expect(rows).toHaveLength(11);
    for (const readable of [secret, ...recoveryCodes])
      for (const { text } of rows) expect(text).not.toContain(readable);
  });
});

describe('step-up', () => {
  it('records the time of both factors on the session', async () => {
    const { username, token, secret } = await newEnrolled();
    const stepUp = 'POST /api/v1/account/actions/step-up';
    const totp = totpAt(secret, service.time.now);
    expect((await ask(token, stepUp, { password: 'Wrong-horse-9', totp })).status).toBe(401);
    expect((await ask(token, stepUp, { password, totp })).status).toBe(204);
    const session = await service.db
      .selectFrom('sessions')
      .select('two_factors_at')
      .where('aid', '=', username)
      .executeTakeFirstOrThrow();
    expect(session.two_factors_at).toEqual(new Date(service.time.now));
  });
});
