import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { type Administration, openAdministration } from '../../../testing/administration.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.service.close());

const tenants = '/api/v1/admin/tenants';
const accounts = '/api/v1/admin/accounts';
const operate = (call: string, body?: object) => world.ask(world.operator, call, body);
const newTenant = (body: object) =>
  operate(`POST ${tenants}`, { name: '丙公司', serviceVersion: 'eds-pro_16.2', ...body });

describe('tenant', () => {
  test('is created with roles, class, key, permanent namespace, members and application types', async () => {
    const made = await newTenant({
      tid: 'bing',
      administrators: [{ account: 'li', name: '李' }],
      approvers: [
        { account: 'li', name: '李' },
        { account: 'wang', name: '王' },
      ],
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        data: { tid: 'bing', namespace: 'bing.localhost', state: 'active', members: 2, serviceAPI: null },
      },
    });
    const inside = world.at('bing');
    const administrator = await world.signIn('li');
    expect(
      (await inside(administrator, 'GET /roles')).body.data.map((role: { roleID: string }) => role.roleID),
    ).toEqual(['administrators', 'users', 'others']);
    expect((await inside(administrator, 'GET /classifications')).body.data).toMatchObject([
      { isDefault: true },
    ]);
    expect((await inside(administrator, 'GET /licence-keys')).body.data).toMatchObject([
      { generation: 1, current: true },
    ]);
    const types = (await inside(administrator, 'GET /flow-types')).body;
    expect(types.total).toBe(11);
    expect(types.data[0].process.stages[0].approvers).toHaveLength(2);
    const acts = (await world.acts('bing')).map(({ act }) => act);
    expect(acts.slice(0, 3)).toEqual(['tenant.created', 'member.added', 'member.added']);
  });

  test('is created completely or not at all', async () => {
    const refused = await newTenant({ tid: 'half', administrators: [{ account: 'nobody', name: '无' }] });
    expect(refused).toMatchObject({ status: 404, code: 'login.user_not_found' });
    expect(await operate(`GET ${tenants}/half`)).toMatchObject({
      status: 404,
      code: 'admin.tenant_not_found',
    });
    expect(await newTenant({ tid: 't-one' })).toMatchObject({ status: 409, code: 'admin.tenant_exists' });
    expect(await newTenant({ tid: 'Not a host' })).toMatchObject({
      status: 400,
      code: 'app.invalid_request',
    });
  });

  test('has a unique namespace, which is fixed once there are documents', async () => {
    expect((await newTenant({ tid: 'ding', namespace: 'ding.example' })).status).toBe(200);
    expect(await newTenant({ tid: 'wu', namespace: 'ding.example' })).toMatchObject({
      code: 'admin.namespace_taken',
    });
    const rename = { namespace: 'ding-two.example' };
    expect((await operate(`PUT ${tenants}/ding`, rename)).body.data.namespace).toBe('ding-two.example');
    const { fid } = (await world.at('ding')(world.operator, 'POST /members', { account: 'wang', name: '王' }))
      .body.data;
    await operate('POST /api/v1/tenants/ding/documents', {
      documentID: crypto.randomUUID(),
      ownerOID: fid,
      classificationID: null,
      size: 1,
      mimeType: 'text/plain',
      manifestSha256: 'a'.repeat(64),
    });
    expect(await operate(`PUT ${tenants}/ding`, { namespace: 'ding.example' })).toMatchObject({
      status: 409,
      code: 'admin.namespace_in_use',
    });
    expect((await operate(`PUT ${tenants}/ding`, { ...rename, name: '丁公司' })).body.data.name).toBe(
      '丁公司',
    );
  });

  test('requires a second factor by its setting, and each change of the setting is recorded', async () => {
    expect((await newTenant({ tid: 'geng' })).body.data.secondFactor).toBe('none');
    for (const secondFactor of ['new_devices', 'new_devices', 'always', 'none'])
      expect((await operate(`PUT ${tenants}/geng`, { secondFactor })).body.data).toMatchObject({
        secondFactor,
      });
    expect(await operate(`PUT ${tenants}/geng`, { secondFactor: 'never' })).toMatchObject({ status: 400 });
    const acts = (await world.acts('geng')).map(({ act }) => act);
    expect(acts.filter((act) => act.startsWith('tenant.second_factor'))).toEqual([
      'tenant.second_factor_demanded',
      'tenant.second_factor_demanded',
      'tenant.second_factor_dropped',
    ]);
  });

  test.each([
    ['https://10.0.0.8', 'admin.service_api_private'],
    ['https://169.254.169.254', 'admin.service_api_private'],
    ['https://[::1]:8443', 'admin.service_api_private'],
    ['https://localhost', 'admin.service_api_private'],
    ['https://database.internal', 'admin.service_api_private'],
    ['http://eds.example.com', 'admin.service_api_invalid'],
    ['https://eds.example.com/path', 'admin.service_api_invalid'],
    ['https://user:secret@eds.example.com', 'admin.service_api_invalid'],
    ['ftp://eds.example.com', 'admin.service_api_invalid'],
    ['eds.example.com', 'admin.service_api_invalid'],
  ])('rejects the service address %s', async (serviceAPI, code) => {
    expect(await operate(`PUT ${tenants}/t-one`, { serviceAPI })).toMatchObject({ status: 400, code });
  });

  test('accepts an https origin as service address until it is removed', async () => {
    const { body } = await operate(`PUT ${tenants}/t-one`, {
      serviceAPI: 'https://EDS.example.com:443',
      isLocal: false,
    });
    expect(body.data).toMatchObject({ serviceAPI: 'https://eds.example.com', isLocal: false });
    const cleared = await operate(`PUT ${tenants}/t-one`, { serviceAPI: null, isLocal: true });
    expect(cleared.body.data).toMatchObject({ serviceAPI: null, isLocal: true, name: '甲公司' });
  });

  test('keeps everyone out while it is closed and admits the same members when it is reopened', async () => {
    expect((await operate(`POST ${tenants}/t-one/actions/close`)).body.data).toMatchObject({
      state: 'closed',
    });
    expect(await world.ask(world.user, 'GET /api/v1/tenants/t-one/current-user')).toMatchObject({
      status: 403,
      code: 'login.please_switch_to_actual_tenant',
    });
    const inside = world.at('t-one');
    expect(await inside(world.operator, 'PUT /members/f-wang', { state: 'active' })).toMatchObject({
      code: 'admin.tenant_closed',
    });
    await operate(`POST ${tenants}/t-one/actions/close`);
    await operate(`POST ${tenants}/t-one/actions/reopen`);
    expect((await world.ask(world.user, 'GET /api/v1/tenants/t-one/current-user')).status).toBe(200);
    const under = await inside(world.operator, 'GET /members?state=suspended');
    expect(under.body.total).toBe(1);
  });

  test('is listed by name, id and state', async () => {
    const keyword = encodeURIComponent('公司');
    expect((await operate(`GET ${tenants}?keyword=${keyword}&limit=1`)).body).toMatchObject({ data: [{}] });
    expect((await operate(`GET ${tenants}?keyword=%25`)).body.total).toBe(0);
    expect((await operate(`GET ${tenants}?state=closed`)).body.total).toBe(0);
  });
});

describe('account', () => {
  test('has a name, a number and an address of its own', async () => {
    const make = (body: object) => operate(`POST ${accounts}`, { username: 'fresh', password, ...body });
    expect(await make({ username: 'LI' })).toMatchObject({ status: 409, code: 'admin.username_taken' });
    expect(await make({ mobileNo: '+86 138 1234 5678' })).toMatchObject({
      status: 409,
      code: 'admin.phone_taken',
    });
    expect(await make({ email: 'li@EXAMPLE.com' })).toMatchObject({ status: 409, code: 'admin.email_taken' });
    // Such a user name would capture sign-ins of the owner of that number.
    expect(await make({ username: '13812345678' })).toMatchObject({ status: 400 });
    expect(await make({ mobileNo: '12' })).toMatchObject({ status: 400 });
    expect(await make({ password: 'short' })).toMatchObject({ code: 'login.password_too_short' });
    expect(await make({ password: 'password123' })).toMatchObject({ code: 'login.password_too_simple' });
    expect(await make({})).toMatchObject({ status: 200, body: { data: { oneTimePassword: null } } });
    const { aid } = (await operate(`GET ${accounts}?account=fresh`)).body.data[0];
    expect(await operate(`PUT ${accounts}/${aid}`, { username: 'wang' })).toMatchObject({
      code: 'admin.username_taken',
    });
    const changed = await operate(`PUT ${accounts}/${aid}`, { mobileNo: '13900001111', email: null });
    expect(changed.body.data).toMatchObject({ username: 'fresh', mobileNo: '+8613900001111', email: null });
  });

  test('loses access and hands over its tasks when it is closed', async () => {
    const token = await world.signIn('fresh');
    const { aid } = (await operate(`GET ${accounts}?account=fresh`)).body.data[0];
    const { fid } = (
      await world.at('t-one')(world.operator, 'POST /members', { account: 'fresh', name: '新' })
    ).body.data;
    const closed = await operate(`POST ${accounts}/${aid}/actions/close`, { endMemberships: true });
    expect(closed.body.data).toMatchObject({
      state: 'closed',
      memberships: [{ tid: 't-one', state: 'ended' }],
    });
    expect((await world.ask(token, 'GET /api/v1/devices')).status).toBe(401);
    expect(await world.jobs('workflow.executor_left')).toContainEqual({ tid: 't-one', fid });
    await operate(`POST ${accounts}/${aid}/actions/reopen`);
    expect((await world.ask(await world.signIn('fresh'), 'GET /api/v1/devices')).status).toBe(200);
  });

  test('of the last administrator of a tenant cannot be closed', async () => {
    const { aid } = (await operate(`GET ${accounts}?account=li`)).body.data[0];
    const refused = await operate(`POST ${accounts}/${aid}/actions/close`, { endMemberships: true });
    expect(refused).toMatchObject({ status: 409, code: 'admin.last_administrator' });
    expect((await operate(`GET ${accounts}/${aid}`)).body.data).toMatchObject({ state: 'active' });
  });

  test('is unlocked, and a replaced password ends every session', async () => {
    const before = await world.signIn('locked');
    const { aid } = (await operate(`GET ${accounts}?account=locked`)).body.data[0];
    const wrong = { username: 'locked', password: 'Wrong-horse-9' };
    for (let count = 0; count < 10; count++) await world.service.ask(null, 'POST /api/v1/auth/token', wrong);
    expect((await operate(`GET ${accounts}/${aid}`)).body.data.lockedUntil).not.toBeNull();
    expect((await operate(`POST ${accounts}/${aid}/actions/unlock`)).body.data.lockedUntil).toBeNull();
    await world.signIn('locked');
    const { oneTimePassword } = (await operate(`POST ${accounts}/${aid}/actions/reset-password`)).body.data;
    expect((await world.ask(before, 'GET /api/v1/devices')).code).toBe('login.user_password_changed');
    await expect(world.signIn('locked')).rejects.toThrow('incorrect');
    await world.service.signIn('locked', oneTimePassword);
  });

  test('is signed out everywhere by the operator', async () => {
    const token = await world.signIn('guest');
    const { aid } = (await operate(`GET ${accounts}?account=guest`)).body.data[0];
    expect((await operate(`POST ${accounts}/${aid}/actions/end-sessions`)).status).toBe(204);
    expect((await world.ask(token, 'GET /api/v1/devices')).code).toBe('login.token_expired');
    expect(await operate(`POST ${accounts}/nobody/actions/end-sessions`)).toMatchObject({ status: 404 });
  });

  test('has a record of every change', async () => {
    const acts = (await world.acts(null))
      .filter(({ operator_id }) => operator_id !== null)
      .map(({ act }) => act);
    expect(new Set(acts)).toEqual(
      new Set([
        'account.created',
        'account.changed',
        'account.closed',
        'account.reopened',
        'account.unlocked',
        'account.password_reset',
        'account.sessions_ended',
      ]),
    );
  });
});

test('several operators are possible, but never none', async () => {
  const { body } = await operate('POST /api/v1/admin/operators', { label: '值班' });
  const { operatorID, credential } = body.data;
  expect((await world.ask(credential, `GET ${tenants}`)).status).toBe(200);
  const { data } = (await world.ask(credential, 'GET /api/v1/admin/operators')).body;
  expect(data).toContainEqual(expect.objectContaining({ operatorID, label: '值班', current: true }));
  expect(JSON.stringify(data)).not.toContain(credential.slice(-20));
  const withdraw = (token: string, id: string) =>
    world.ask(token, `POST /api/v1/admin/operators/${id}/actions/withdraw`);
  const first = data.find((one: { current: boolean }) => !one.current).operatorID;
  const both = await Promise.all([withdraw(credential, first), withdraw(world.operator, operatorID)]);
  expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
});
