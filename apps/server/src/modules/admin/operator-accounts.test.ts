import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { type Administration, openAdministration } from '../../../testing/administration.ts';
import { enrolTotp, signInByTotp, stepMs, totpAt } from '../../../testing/totp.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { operatorStepUpLifetimeMs } from '../accounts/administration/operator-accounts.usecases.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.service.close());
beforeEach(() => {
  world.service.time.now += 10 * stepMs;
});

const list = 'GET /api/v1/admin/operator-accounts';
const grant = 'POST /api/v1/admin/operator-accounts';
const withdrawOf = (operatorID: string) => `POST /api/v1/admin/operators/${operatorID}/actions/withdraw`;
const stepUp = 'POST /api/v1/account/actions/step-up';

let people = 0;
async function newPerson() {
  people += 1;
  const username = `operator${people}`;
  await createAccount(world.service.accounts.db, { aid: username, username, password });
  const token = await world.signIn(username);
  return { username, token, ...(await enrolTotp(world.service, token, password)) };
}

/** Creates an operator. `token` is that of a session with two factors. */
async function newOperator() {
  const { username, secret } = await newPerson();
  const granted = await world.ask(world.operator, grant, { account: username, name: '运维' });
  expect(granted).toMatchObject({ status: 200, body: { data: { aid: username } } });
  const token = await signInByTotp(world.service, { username, password, secret });
  return { username, secret, token, operatorID: granted.body.data.operatorID as string };
}

describe('operator that is a person', () => {
  it('makes calls of the operator, and the audit names the operator and the account', async () => {
    const { username, token, operatorID } = await newOperator();
    const listed = await world.ask(token, list);
    expect(listed.body.data[0]).toMatchObject({
      operatorID,
      aid: username,
      username,
      name: '运维',
      hasTotp: true,
      withdrawnAt: null,
      current: true,
    });
    const tenant = { tid: `of-${username}`, name: '甲公司', serviceVersion: 'eds-pro_16.2' };
    expect((await world.ask(token, 'POST /api/v1/admin/tenants', tenant)).status).toBe(200);
    const record = await world.service.db
      .selectFrom('readable_audit_records')
      .select(['operator_id', 'aid'])
      .where('act', '=', 'tenant.created')
      .where('tid', '=', tenant.tid)
      .executeTakeFirst();
    expect(record).toEqual({ operator_id: operatorID, aid: username });
  });

  it('is named for its id in the audit, as are accounts and credentials', async () => {
    const { username, token, operatorID } = await newOperator();
    const created = await world.ask(token, 'POST /api/v1/admin/operators', { label: '夜班脚本' });
    const credentialID = created.body.data.operatorID as string;
    const named = await world.ask(token, 'POST /api/v1/admin/audit/actions/find-names', {
      operatorIDs: [operatorID, credentialID, 'none'],
      aids: [username, 'none'],
    });
    expect(named.body.data.accounts).toEqual([{ aid: username, username }]);
    expect(named.body.data.operators).toHaveLength(2);
    expect(named.body.data.operators).toEqual(
      expect.arrayContaining([
        { operatorID, name: '运维' },
        { operatorID: credentialID, name: '夜班脚本' },
      ]),
    );
    const nothing = { operatorIDs: [], aids: [] };
    const empty = await world.ask(token, 'POST /api/v1/admin/audit/actions/find-names', nothing);
    expect(empty.body.data).toEqual({ operators: [], accounts: [] });
  });

  it('makes calls of administrators in every tenant', async () => {
    const { token } = await newOperator();
    expect((await world.at('t-one')(token, 'GET /members')).status).toBe(200);
    expect((await world.at('missing')(token, 'GET /members')).code).toBe('login.tenant_access_denied');
  });

  it('is asked for both factors again after 12 hours, and steps up', async () => {
    const { username, token, secret } = await newOperator();
    const presentBothAt = (time: number) =>
      world.service.db
        .updateTable('sessions')
        .set({ two_factors_at: new Date(time) })
        .where('aid', '=', username)
        .execute();
    await presentBothAt(world.service.time.now - operatorStepUpLifetimeMs + 1);
    expect((await world.ask(token, list)).status).toBe(200);
    await presentBothAt(world.service.time.now - operatorStepUpLifetimeMs);
    const refused = { status: 403, code: 'login.step_up_required' };
    expect(await world.ask(token, list)).toMatchObject(refused);
    expect(await world.at('t-one')(token, 'GET /members')).toMatchObject(refused);
    const totp = totpAt(secret, world.service.time.now);
    expect((await world.ask(token, stepUp, { password, totp })).status).toBe(204);
    expect((await world.ask(token, list)).status).toBe(200);
  });

  it('is refused on a session with one factor', async () => {
    const { username, token } = await newPerson();
    expect(await world.ask(token, list)).toMatchObject({ status: 403, code: 'app.no_rights' });
    await world.ask(world.operator, grant, { account: username, name: '运维' });
    expect(await world.ask(token, list)).toMatchObject({ status: 403, code: 'login.step_up_required' });
  });

  it('acts as a member where it has the right as a member', async () => {
    const { token, username } = await newOperator();
    const members = world.at('t-two');
    const member = { account: username, name: '运维' };
    const invited = await members(token, 'POST /members', { ...member, roles: ['administrators'] });
    expect(invited.status).toBe(200);
    expect((await members(token, 'GET /members')).status).toBe(200);
  });
});

describe('operator role', () => {
  it('is granted only to an account with a second factor, once', async () => {
    const missing = { account: 'missing', name: '无' };
    expect((await world.ask(world.operator, grant, missing)).code).toBe('login.user_not_found');
    const guest = { account: 'guest', name: '客' };
    expect((await world.ask(world.operator, grant, guest)).code).toBe('admin.operator_without_second_factor');
    const { username } = await newOperator();
    const again = { account: username, name: '运维' };
    expect((await world.ask(world.operator, grant, again)).code).toBe('admin.operator_exists');
  });

  it('ends by its withdrawal, and can be granted again', async () => {
    const { username, token, operatorID } = await newOperator();
    const factor = async () => (await world.ask(token, 'GET /api/v1/account/second-factor')).body.data;
    expect(await factor()).toMatchObject({ isOperator: true });
    expect((await world.ask(world.operator, withdrawOf(operatorID))).status).toBe(204);
    expect(await factor()).toMatchObject({ isOperator: false });
    expect(await world.ask(token, list)).toMatchObject({ status: 403, code: 'app.no_rights' });
    expect((await world.ask(world.operator, withdrawOf(operatorID))).code).toBe('admin.operator_not_found');
    const again = { account: username, name: '运维' };
    expect((await world.ask(world.operator, grant, again)).status).toBe(200);
    expect((await world.ask(token, list)).status).toBe(200);
  });

  it('keeps the last operator where no credential exists', async () => {
    const { token, operatorID } = await newOperator();
    const { db, time } = world.service;
    const withdrawn = { withdrawn_at: new Date(time.now) };
    await db
      .updateTable('operator_accounts')
      .set(withdrawn)
      .where('operator_id', '<>', operatorID)
      .where('withdrawn_at', 'is', null)
      .execute();
    await db.updateTable('operator_credentials').set(withdrawn).execute();
    expect(await world.ask(token, withdrawOf(operatorID))).toMatchObject({
      status: 409,
      code: 'admin.operator_person_last',
    });
    await db.updateTable('operator_credentials').set({ withdrawn_at: null }).execute();
    expect((await world.ask(token, withdrawOf(operatorID))).status).toBe(204);
  });

  it('keeps the authenticator app of an operator without another second factor', async () => {
    const { token, secret } = await newOperator();
    const body = { password, totp: totpAt(secret, world.service.time.now) };
    expect((await world.ask(token, 'POST /api/v1/account/totp/actions/remove', body)).code).toBe(
      'login.operator_needs_second_factor',
    );
  });
});

describe('lost authenticator app', () => {
  it('is removed by an operator, which ends the sessions', async () => {
    const { username, token } = await newPerson();
    const remove = `POST /api/v1/admin/accounts/${username}/actions/remove-totp`;
    expect((await world.ask(world.operator, remove)).status).toBe(204);
    expect((await world.ask(token, 'GET /api/v1/account/second-factor')).status).toBe(401);
    expect((await world.ask(world.operator, remove)).code).toBe('login.totp_not_enrolled');
    await world.signIn(username);
  });
});
