import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { openAdministration } from '../../../testing/administration.ts';
import { enrolTotp, signInByTotp, stepMs, totpAt } from '../../../testing/totp.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { stepUpLifetimeMs } from '../accounts/second-factor/step-up.usecases.ts';

const stepUp = 'POST /api/v1/account/actions/step-up';
const world = await openAdministration();
beforeEach(() => {
  world.service.time.now += 10 * stepMs;
});
afterAll(() => world.service.close());

const required = { status: 403, code: 'login.step_up_required' };
const rotate = 'POST /api/v1/tenants/t-two/licence-key/actions/rotate';
const wait = () => {
  world.service.time.now += stepUpLifetimeMs;
};

/** A session of the administrator of `t-two` whose sign-in was too long ago. */
async function oldSession(): Promise<string> {
  const token = await world.signIn('li');
  wait();
  return token;
}

/** An operator with an authenticator app, on a session that presented both factors too long ago. */
async function oldOperatorSession(username: string) {
  await createAccount(world.service.accounts.db, { aid: username, username, password });
  const { secret } = await enrolTotp(world.service, await world.signIn(username), password);
  const role = { account: username, name: '运维' };
  await world.ask(world.operator, 'POST /api/v1/admin/operator-accounts', role);
  const token = await signInByTotp(world.service, { username, password, secret });
  wait();
  return { token, secret };
}

describe('session without a second factor', () => {
  it('makes the call within 15 minutes after its sign-in', async () => {
    const token = await world.signIn('li');
    world.service.time.now += stepUpLifetimeMs - 1;
    expect((await world.ask(token, rotate)).status).toBe(200);
    world.service.time.now += 1;
    expect(await world.ask(token, rotate)).toMatchObject(required);
  });

  it('makes the call after it presented the password again, and no other session does', async () => {
    const [token, other] = [await oldSession(), await oldSession()];
    expect(await world.ask(token, rotate)).toMatchObject(required);
    const wrong = { password: 'Wrong-horse-9' };
    expect((await world.ask(token, stepUp, wrong)).code).toBe('login.incorrect_username_or_password');
    expect(await world.ask(token, rotate)).toMatchObject(required);
    expect((await world.ask(token, stepUp, { password })).status).toBe(204);
    expect((await world.ask(token, rotate)).status).toBe(200);
    expect(await world.ask(other, rotate)).toMatchObject(required);
    wait();
    expect(await world.ask(token, rotate)).toMatchObject(required);
  });

  it('gains no right that the member does not have', async () => {
    expect(await world.ask(await world.signIn('wang'), rotate)).not.toMatchObject({ status: 200 });
  });
});

describe('session of an account with a second factor', () => {
  it('must present both factors', async () => {
    const { token, secret } = await oldOperatorSession('stepping');
    const link = 'POST /api/v1/admin/setup-links';
    expect((await world.ask(token, 'GET /api/v1/admin/operators')).status).toBe(200);
    expect(await world.ask(token, link)).toMatchObject(required);
    expect(await world.ask(token, stepUp, { password })).toMatchObject(required);
    expect(await world.ask(token, link)).toMatchObject(required);
    const totp = totpAt(secret, world.service.time.now);
    expect((await world.ask(token, stepUp, { password, totp })).status).toBe(204);
    expect((await world.ask(token, link)).status).toBe(200);
  });

  it('is not satisfied by a sign-in with one factor', async () => {
    const { token } = await oldOperatorSession('remembered');
    const recently = { created_at: new Date(world.service.time.now), two_factors_at: null };
    await world.service.db.updateTable('sessions').set(recently).where('aid', '=', 'remembered').execute();
    expect(await world.ask(token, 'POST /api/v1/admin/setup-links')).toMatchObject(required);
  });
});

describe('call that requires a step-up', () => {
  const t = '/api/v1/tenants/t-two';
  it.each([
    [`POST ${t}/admin/roles`, { name: '审计员', rights: [] }],
    [`PUT ${t}/admin/roles/users`, { name: '用户' }],
    [`DELETE ${t}/admin/roles/missing`, undefined],
    [`PUT ${t}/admin/members/li`, { rights: ['org_managment'] }],
    [`PUT ${t}/admin/members/li`, { roles: ['users'] }],
    [`PUT ${t}/admin/members/li`, { deny: [] }],
    [`POST ${t}/admin/members`, { account: 'guest', name: '客', roles: ['administrators'] }],
    [`POST ${t}/admin/members/actions/bulk`, { fids: ['missing'], action: { kind: 'end' } }],
    [`POST ${t}/admin/members/actions/bulk`, { fids: ['li'], action: { kind: 'add-role', roleID: 'x' } }],
    [`POST ${t}/admin/licence-keys/1/actions/withdraw`, undefined],
    [`GET ${t}/audit/export`, undefined],
  ])('is refused: %s %j', async (call, body) => {
    expect(await world.ask(await oldSession(), call, body)).toMatchObject(required);
  });

  it.each([
    [`GET ${t}/admin/roles`, undefined],
    [`GET ${t}/audit`, undefined],
    [`PUT ${t}/admin/members/u-li`, { name: '李' }],
    [`POST ${t}/admin/members/actions/bulk`, { fids: ['missing'], action: { kind: 'move', orgID: null } }],
  ])('does not include %s %j', async (call, body) => {
    expect((await world.ask(await oldSession(), call, body)).code).not.toBe('login.step_up_required');
  });

  it('is made by a credential of the operator, which has no session', async () => {
    expect((await world.ask(world.operator, rotate)).status).toBe(200);
    expect((await world.ask(world.operator, 'POST /api/v1/admin/setup-links')).status).toBe(200);
  });
});
