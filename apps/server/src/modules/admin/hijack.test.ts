import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Administration, openAdministration } from '../../../testing/administration.ts';
import { TestDevice } from '../../../testing/service.ts';
import { openTestSms, type TestSms } from '../../../testing/sms.ts';
import { openTestSmtp, type TestSmtp } from '../../../testing/smtp.ts';

let world: Administration;
let sms: TestSms;
let smtp: TestSmtp;
/** Administrator of `t-two` only, who attacks other tenants. */
let attacker: string;
/** Administrator of `t-one`. */
let victim: string;

beforeAll(async () => {
  [sms, smtp] = await Promise.all([openTestSms(), openTestSmtp()]);
  const settings = { SMS_URL: sms.url, SMTP_URL: smtp.url, MAIL_FROM: 'noreply@example.com' };
  world = await openAdministration(settings);
  await world.service.startWork();
  attacker = world.administrator;
  await world.at('t-one')(world.operator, 'PUT /members/f-wang', { roles: ['administrators'] });
  victim = await world.signIn('wang');
});
afterAll(async () => {
  await world.service.close();
  await sms.close();
  await smtp.close();
});

const own = (body: object) => world.at('t-two')(attacker, 'POST /members', { name: '新', ...body });
const theirs = (body: object) => world.at('t-one')(victim, 'POST /members', { name: '新', ...body });
const signIn = (body: object) => world.ask('', 'POST /api/v1/auth/token', body);

/** The code that the owner of a number receives, with the ticket of its request. */
async function codeTo(mobileNo: string, purpose = 'login', token = '') {
  world.service.time.now += 3_600_000;
  const sent = await world.ask(token, 'POST /api/v1/auth/vcode', { mobileNo, purpose });
  expect(sent.status).toBe(200);
  const code = sms.messages.findLast((message) => message.code !== null)?.code ?? '';
  return { code, ticket: sent.body.ticket };
}

async function codeSignIn(mobileNo: string) {
  const response = await signIn({ mobileNo, ...(await codeTo(mobileNo)) });
  expect(response.status).toBe(200);
  return response.body as { aid: string; token: string; tenants: { id: string }[] };
}

const invitationsOf = async (token: string) =>
  (await world.ask(token, 'GET /api/v1/invitations')).body.data as {
    invitationID: string;
    tenantName: string;
  }[];

const answerTo = (token: string, invitationID: string, decision: 'accept' | 'decline') =>
  world.ask(token, `POST /api/v1/invitations/${invitationID}/actions/${decision}`);

/** Adds a password and a session of the attacker to an account, as earlier releases allowed administrators. */
async function plant(username: string, password: string): Promise<string> {
  const { aid } = (await world.ask(world.operator, `GET /api/v1/admin/accounts?account=${username}`)).body
    .data[0];
  const reset = await world.ask(world.operator, `POST /api/v1/admin/accounts/${aid}/actions/reset-password`);
  const first = await world.service.signIn(username, reset.body.data.oneTimePassword);
  const change = { oldPassword: reset.body.data.oneTimePassword, newPassword: password };
  const changed = await world.ask(first.token, 'POST /api/v1/auth/update-password', change);
  expect(changed.status).toBe(204);
  return (await world.service.signIn(username, password, new TestDevice())).token;
}

describe('account that an administrator creates for the number of another person', () => {
  const mobileNo = '13911112222';
  const password = 'Zq7!attackerKnows';

  test('gets no password from the administrator in any way', async () => {
    const newAccount = { username: 'newhire', mobileNo };
    const refused = { status: 400, code: 'admin.password_not_allowed' };
    expect(await own({ newAccount: { ...newAccount, password } })).toMatchObject(refused);
    expect(await own({ newAccount: { ...newAccount, oneTimePassword: true } })).toMatchObject(refused);
    const made = await own({ newAccount, fid: 'f-newhire' });
    expect(made.body.data).toMatchObject({ state: 'invited', oneTimePassword: null });
    expect(await signIn({ username: mobileNo, password })).toMatchObject({ status: 401 });
  });

  test('blocks no other organisation and gives its creator no access there', async () => {
    const planted = await plant('newhire', password);
    expect((await world.ask(planted, 'GET /api/v1/devices')).status).toBe(200);
    const invited = await theirs({ account: mobileNo, roles: ['administrators'], fid: 'f-colleague' });
    expect(invited.body.data).toMatchObject({ fid: 'f-colleague', state: 'invited' });
    expect(await invitationsOf(planted)).toEqual([]);
    const response = await signIn({ username: mobileNo, password });
    expect(response.body.tenants).not.toContainEqual(expect.objectContaining({ id: 't-one' }));
    expect((await world.at('t-one')(planted, 'GET /members')).code).toBe('login.tenant_access_denied');

    const owner = await codeSignIn(mobileNo);
    // The first code of the owner invalidates all earlier credentials and sessions.
    expect((await world.ask(planted, 'GET /api/v1/devices')).code).toBe('login.user_password_changed');
    expect((await signIn({ username: mobileNo, password })).status).toBe(401);
    expect((await signIn({ username: 'newhire', password })).status).toBe(401);
    const devices = await world.ask(owner.token, 'GET /api/v1/devices');
    expect(devices.body.data).toEqual([]);
    const [invitation] = await invitationsOf(owner.token);
    expect(invitation).toMatchObject({ tenantName: '甲公司' });
    const accepted = await answerTo(owner.token, invitation?.invitationID ?? '', 'accept');
    expect(accepted.body.data).toMatchObject({ id: 't-one', user: { fid: 'f-colleague' } });
    expect((await world.at('t-one')(owner.token, 'GET /members')).status).toBe(200);
    // The tenant that created the account no longer manages it.
    const call = 'POST /members/f-newhire/actions/end-sessions';
    expect((await world.at('t-two')(attacker, call)).code).toBe('admin.account_of_another_tenant');
  });

  test('does not become an administrator when an organisation is founded with its claimed contact', async () => {
    const email = 'ceo@newcorp.example';
    await own({ newAccount: { username: 'chief', email } });
    const planted = await plant('chief', password);
    const founded = await world.ask(world.operator, 'POST /api/v1/admin/tenants', {
      tid: 'newcorp',
      name: '新公司',
      serviceVersion: 'eds-pro_16.2',
      administrators: [{ account: email, name: '总' }],
    });
    expect(founded.status).toBe(200);
    expect((await world.at('newcorp')(planted, 'GET /members')).code).toBe('login.tenant_access_denied');
    expect(await invitationsOf(planted)).toEqual([]);
    expect((await signIn({ username: email, password })).body.tenants).not.toContainEqual(
      expect.objectContaining({ id: 'newcorp' }),
    );
    // A new session of the attacker cannot verify the address.
    expect((await world.at('newcorp')(world.operator, 'GET /members')).body.data).toMatchObject([
      { state: 'invited', roles: [{ roleID: 'administrators' }] },
    ]);
  });

  test('leaves the choice between two claims of one number to the owner', async () => {
    const number = '13911113333';
    await own({ newAccount: { username: 'claim-one', mobileNo: number } });
    const second = await theirs({ newAccount: { username: 'claim-two', mobileNo: number } });
    expect(second.body.data.state).toBe('invited');
    const owner = await codeSignIn(number);
    expect(owner.tenants).toEqual([]);
    const invitations = await invitationsOf(owner.token);
    expect(invitations.map(({ tenantName }) => tenantName).toSorted()).toEqual(['乙公司', '甲公司']);
    const wanted = invitations.find(({ tenantName }) => tenantName === '甲公司')?.invitationID ?? '';
    const unwanted = invitations.find(({ tenantName }) => tenantName === '乙公司')?.invitationID ?? '';
    expect((await answerTo(owner.token, wanted, 'accept')).status).toBe(200);
    expect((await answerTo(owner.token, unwanted, 'decline')).status).toBe(204);
    expect((await answerTo(owner.token, unwanted, 'accept')).code).toBe('login.invitation_not_found');
    expect((await codeSignIn(number)).tenants).toMatchObject([{ id: 't-one' }]);
    const former = await world.ask(world.operator, 'GET /api/v1/admin/accounts?account=claim-two');
    expect(former.body.data).toMatchObject([{ mobileNo: null, state: 'closed' }]);
  });

  test('with a verified contact of its own is not opened by a claimed contact', async () => {
    const [claimed, proven] = ['13911114444', '13911115555'];
    await own({ newAccount: { username: 'bait', mobileNo: proven, email: 'target@victim.example' } });
    await codeSignIn(proven);
    const response = await world.ask('', 'POST /api/v1/auth/vemail', {
      email: 'target@victim.example',
      purpose: 'login',
    });
    expect(response.code).toBe('vemail.account_not_found');
    expect((await theirs({ newAccount: { username: 'real', mobileNo: claimed } })).status).toBe(200);
    expect((await codeSignIn(claimed)).tenants).toMatchObject([{ id: 't-one' }]);
  });
});

describe('organisation', () => {
  test('enrols no person without consent', async () => {
    const token = await world.signIn('guest');
    const before = (await world.acts('t-two')).length;
    const invited = await own({ account: 'guest', fid: 'f-guest' });
    expect(invited.body.data).toMatchObject({ state: 'invited', mobileNo: null, email: null });
    await world.signIn('guest');
    expect((await world.ask(token, 'GET /api/v1/invitations')).body.data).toMatchObject([
      { tenantName: '乙公司', name: '新' },
    ]);
    for (const call of [
      'GET /members/f-guest/devices',
      'POST /members/f-guest/actions/end-sessions',
      'POST /members/f-guest/actions/request-reset',
    ])
      expect((await world.at('t-two')(attacker, call)).code).toBe('admin.account_of_another_tenant');
    const message = { type: 'text', title: '题', text: '文', fids: ['f-guest'] };
    expect((await world.at('t-two')(attacker, 'POST /messages', message)).code).toBe('login.user_not_found');
    const acts = (await world.acts('t-two')).slice(before).map(({ act }) => act);
    expect(acts).toEqual(['member.invited', 'administration.refused', 'administration.refused']);
    const [invitation] = await invitationsOf(token);
    expect((await answerTo(attacker, invitation?.invitationID ?? '', 'accept')).code).toBe(
      'login.invitation_not_found',
    );
    expect((await answerTo(token, invitation?.invitationID ?? '', 'decline')).status).toBe(204);
    expect((await world.at('t-two')(attacker, 'GET /members/f-guest')).body.data).toMatchObject({
      state: 'ended',
      invitation: { state: 'declined' },
    });
    const again = await world.at('t-two')(attacker, 'PUT /members/f-guest', { state: 'active' });
    expect(again).toMatchObject({ status: 409, code: 'admin.consent_required' });
  });

  test('does not learn who has an account, whatever contact it names', async () => {
    const shape = ({ status, code, body }: Awaited<ReturnType<typeof own>>) => {
      const { fid: _fid, createAt: _at, invitation, ...data } = body.data ?? {};
      return { status, code, data, invitation: invitation?.state };
    };
    const known = await own({ account: '13812345678', name: 'x', fid: 'f-li-two' });
    expect(known).toMatchObject({ status: 409, code: 'admin.member_exists' });
    const [taken, free] = ['13911112222', '13999999999'];
    for (const fid of ['f-guest', undefined]) {
      const body = { name: 'x', ...(fid && { fid }) };
      const there = await theirs({ ...body, fid: fid && 'f-wang', account: '13911115555' });
      const nowhere = await theirs({ ...body, fid: fid && 'f-wang', account: free });
      const masked = (one: typeof there) => JSON.stringify(shape(one)).replaceAll(/\d{3}\*{4}\d{4}/g, 'N');
      expect(masked(there)).toBe(masked(nowhere));
    }
    const created = await own({ newAccount: { username: 'second-claim', mobileNo: taken } });
    expect(created).toMatchObject({ status: 409, code: 'admin.member_exists' });
    const other = await theirs({ newAccount: { username: 'third-claim', mobileNo: '13812345678' } });
    expect(other).toMatchObject({ status: 409, code: 'admin.member_exists' });
    const unknownContact = await theirs({
      newAccount: { username: 'fourth-claim', email: 'nobody@nowhere.example' },
    });
    const knownContact = await theirs({
      newAccount: { username: 'fifth-claim', email: 'ceo@newcorp.example' },
    });
    expect([unknownContact.status, knownContact.status]).toEqual([200, 200]);
  });

  test('is limited to sixty failed look-ups an hour, with one audit record a minute', async () => {
    const found = (account: string) => world.at('t-two')(attacker, `GET /members?account=${account}`);
    const refusals: unknown[] = [];
    for (let count = 0; count < 62; count++) {
      const { status, code } = await found(`1380000${String(count).padStart(4, '0')}`);
      if (status === 429) refusals.push(code);
    }
    expect(new Set(refusals)).toEqual(new Set(['app.too_many_requests']));
    expect((await own({ account: 'guest' })).code).toBe('app.too_many_requests');
    // The other tenant and the operator receive complete responses.
    expect((await world.at('t-one')(victim, 'GET /members?account=nobody')).status).toBe(200);
    expect((await world.at('t-two')(world.operator, 'GET /members?account=nobody')).status).toBe(200);
  });
});

describe('deployment of group companies (MEMBERSHIP=direct)', () => {
  test('makes an existing account a member at once and reports a missing account', async () => {
    const group = await openAdministration({ MEMBERSHIP: 'direct' });
    const add = (account: string) =>
      group.at('t-two')(group.administrator, 'POST /members', { account, name: '新' });
    expect((await add('13912121212')).code).toBe('login.user_not_found');
    const { body } = await add('wang');
    expect(body.data).toMatchObject({ state: 'active', invitation: null });
    const change = (state: string) =>
      group.at('t-two')(group.administrator, `PUT /members/${body.data.fid}`, { state });
    expect((await change('ended')).status).toBe(200);
    expect((await change('active')).status).toBe(200);
    expect((await group.ask(group.user, 'GET /api/v1/tenants/t-two/current-user')).status).toBe(200);
    const call = `POST /members/${body.data.fid}/actions/end-sessions`;
    expect((await group.at('t-two')(group.administrator, call)).code).toBe('admin.account_of_another_tenant');
    await group.service.close();
  });
});

describe('invitation', () => {
  test('expires after fourteen days and can be sent again or withdrawn', async () => {
    const at = world.at('t-one');
    const { fid } = (await theirs({ account: 'barred-two@example.com', name: '迟' })).body.data;
    expect(await theirs({ account: 'Barred-Two@example.com', name: '迟' })).toMatchObject({
      status: 409,
      code: 'admin.already_invited',
    });
    world.service.time.now += 15 * 86_400_000;
    victim = await world.signIn('wang');
    const state = async () => (await at(victim, `GET /members/${fid}`)).body.data.invitation.state;
    expect(await state()).toBe('expired');
    const sent = await at(victim, `POST /members/${fid}/actions/resend-invitation`);
    expect(sent.body.data.invitation).toMatchObject({ state: 'open' });
    expect((await at(victim, `PUT /members/${fid}`, { state: 'active' })).code).toBe(
      'admin.consent_required',
    );
    expect((await at(victim, `PUT /members/${fid}`, { state: 'ended' })).status).toBe(200);
    expect(await state()).toBe('withdrawn');
    expect((await at(victim, `POST /members/${fid}/actions/resend-invitation`)).code).toBe(
      'admin.no_open_invitation',
    );
  });

  test('to a former member restores the membership with its former id', async () => {
    const at = world.at('t-one');
    const token = await world.signIn('li');
    const fid = 'f-li';
    await at(victim, `PUT /members/${fid}`, { state: 'ended' });
    expect((await at(victim, `PUT /members/${fid}`, { state: 'active' })).code).toBe(
      'admin.consent_required',
    );
    const again = await theirs({ account: '13812345678', name: '再', roles: ['users'] });
    const [invitation] = await invitationsOf(token);
    const accepted = await answerTo(token, invitation?.invitationID ?? '', 'accept');
    expect(accepted.body.data.user).toEqual({ fid });
    expect((await at(victim, `GET /members/${again.body.data.fid}`)).body.data.state).toBe('ended');
    expect((await world.ask(token, 'GET /api/v1/tenants/t-one/current-user')).body).toMatchObject({
      fid,
      name: '再',
    });
  });

  test('accepted in place of an expired one of the same organisation continues under its id', async () => {
    const number = '13911116666';
    const first = await theirs({ newAccount: { username: 'twice', mobileNo: number } });
    world.service.time.now += 15 * 86_400_000;
    victim = await world.signIn('wang');
    const { operator } = world;
    await world.at('t-two')(operator, 'POST /members', { account: number, name: '别' });
    const again = await theirs({ account: number });
    expect([first.status, again.status]).toEqual([200, 200]);
    const owner = await codeSignIn(number);
    const wanted = (await invitationsOf(owner.token)).find(({ tenantName }) => tenantName === '甲公司');
    const accepted = await answerTo(owner.token, wanted?.invitationID ?? '', 'accept');
    const { fid } = first.body.data;
    expect([accepted.status, accepted.body.data.user]).toEqual([200, { fid }]);
    const memberOf = async (id: string) => (await world.at('t-one')(victim, `GET /members/${id}`)).body.data;
    expect(await memberOf(fid)).toMatchObject({ state: 'active', invitation: { state: 'accepted' } });
    expect(await memberOf(again.body.data.fid)).toMatchObject({ state: 'ended' });
  });
});
