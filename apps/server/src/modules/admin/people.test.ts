import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { type Administration, openPeopleAdministration } from '../../../testing/administration.ts';
import { TestDevice } from '../../../testing/service.ts';
import { postMessage } from '../messages/messages.usecases.ts';

let world: Administration;
let inside: ReturnType<Administration['at']>;
/** Role that manages people but not the system. */
let manager: string;

beforeAll(async () => {
  ({ world, inside, manager } = await openPeopleAdministration());
});
afterAll(() => world.service.close());

const add = (token: string, body: object) => inside(token, 'POST /members', { name: '新人', ...body });
const change = (token: string, fid: string, body: object) => inside(token, `PUT /members/${fid}`, body);

describe('person', () => {
  test('is added once, with a new or an existing account', async () => {
    const made = await add(world.operator, {
      fid: 'f-zhao',
      newAccount: {
        username: 'zhao',
        mobileNo: '13912345678',
        email: 'zhao@example.com',
        oneTimePassword: true,
      },
    });
    expect(made).toMatchObject({
      status: 200,
      body: { data: { fid: 'f-zhao', roles: [{ roleID: 'users' }], effectiveRights: ['app_login'] } },
    });
    const { oneTimePassword } = made.body.data;
    expect((await world.service.signIn('zhao', oneTimePassword)).tenants).toMatchObject([{ id: 't-two' }]);
    expect(await add(manager, { account: 'zhao' })).toMatchObject({
      status: 409,
      code: 'admin.member_exists',
    });
    expect(await add(manager, { account: 'guest', fid: 'f-zhao' })).toMatchObject({
      code: 'admin.fid_taken',
    });
    expect(await add(world.operator, { account: 'nobody' })).toMatchObject({
      status: 404,
      code: 'login.user_not_found',
    });
    expect(await add(manager, { account: 'guest', orgID: 'none' })).toMatchObject({
      code: 'admin.organisation_not_found',
    });
    expect(await add(manager, { account: 'guest', roles: ['none'] })).toMatchObject({
      code: 'admin.role_not_found',
    });
    expect(await add(manager, { account: 'guest', rights: ['everything'] })).toMatchObject({ status: 400 });
    const again = { newAccount: { username: 'ZHAO' } };
    expect(await add(manager, again)).toMatchObject({ status: 409, code: 'admin.username_taken' });
  });

  test('is shown to administrators with masked account data only', async () => {
    const { body } = await inside(manager, 'GET /members?keyword=zhao');
    expect(body.data).toMatchObject([{ fid: 'f-zhao', mobileNo: '139****5678', email: 'z***@example.com' }]);
    expect(JSON.stringify(body)).not.toMatch(/13912345678|zhao@|"username"|"aid"/);
    expect((await inside(manager, 'GET /members?account=13912345678')).body.data).toMatchObject([
      { fid: 'f-zhao' },
    ]);
    expect((await inside(manager, 'GET /members?roleID=hr')).body.data).toMatchObject([{ fid: 'f-hr' }]);
    expect((await inside(manager, 'GET /members?limit=0')).body).toEqual({ total: 3, data: [] });
  });

  test('of another tenant is not found', async () => {
    for (const [call, body] of [
      ['GET /members/f-li', undefined],
      ['PUT /members/f-li', { state: 'ended' }],
      ['POST /members/f-li/actions/end-sessions', undefined],
      ['GET /members/f-li/devices', undefined],
      ['PUT /clearances/f-li', { level: 2 }],
      ['POST /members/f-li/actions/transfer-documents', { to: 'f-li-two' }],
    ] as const) {
      expect([call, await inside(world.administrator, call, body)]).toMatchObject([
        call,
        { status: 404, code: 'login.user_not_found' },
      ]);
    }
    expect((await inside(manager, 'GET /members?account=review')).body.total).toBe(0);
  });

  test('who leaves loses access and clearance at once, and the tasks are handed over', async () => {
    await add(world.operator, { account: 'denied', fid: 'f-goes' });
    await inside(world.administrator, 'PUT /clearances/f-goes', { level: 2 });
    const token = (await world.service.signIn('denied', password)).token;
    expect((await world.ask(token, 'GET /api/v1/tenants/t-two/current-user')).status).toBe(200);
    expect((await change(manager, 'f-goes', { state: 'ended' })).body.data.state).toBe('ended');
    // The error refers the person to the remaining tenant.
    expect((await world.ask(token, 'GET /api/v1/tenants/t-two/current-user')).code).toBe(
      'login.please_switch_to_actual_tenant',
    );
    expect((await inside(world.administrator, 'GET /clearances')).body.total).toBe(0);
    expect(await world.jobs('workflow.executor_left')).toEqual([{ tid: 't-two', fid: 'f-goes' }]);
    expect((await inside(world.administrator, 'PUT /clearances/f-goes', { level: 2 })).status).toBe(404);
    expect(await world.acts('t-two')).toContainEqual(
      expect.objectContaining({ act: 'member.ended', subject: 'f-goes' }),
    );
  });

  test('who may no longer sign in hands over the tasks too', async () => {
    await change(world.operator, 'f-goes', { state: 'active', roles: ['users'] });
    await change(world.administrator, 'f-goes', { deny: ['app_login'] });
    expect(await world.jobs('workflow.executor_left')).toHaveLength(2);
    await change(world.administrator, 'f-goes', { name: '改名' });
    expect(await world.jobs('workflow.executor_left')).toHaveLength(2);
  });
});

describe('rights', () => {
  test('are required one by one', async () => {
    expect((await inside(manager, 'GET /members')).status).toBe(200);
    for (const call of ['GET /classifications', 'GET /clearances', 'GET /licence-keys', 'GET /documents'])
      expect((await inside(manager, call)).code).toBe('app.no_rights');
    expect((await world.at('t-one')(world.user, 'GET /members')).code).toBe('app.no_rights');
  });

  test('can be granted only by members who hold them', async () => {
    const beyond = { status: 403, code: 'admin.beyond_own_rights' };
    const all = ['app_login', 'Administration/administration', 'org_managment'];
    expect(await add(manager, { account: 'guest', roles: ['administrators'] })).toMatchObject(beyond);
    expect(await change(manager, 'f-hr', { rights: ['Administration/administration'] })).toMatchObject(
      beyond,
    );
    expect(await change(manager, 'f-zhao', { roles: ['administrators'] })).toMatchObject(beyond);
    expect(await inside(manager, 'POST /roles', { name: '全部', rights: all })).toMatchObject(beyond);
    expect(await inside(manager, 'PUT /roles/hr', { rights: all })).toMatchObject(beyond);
    // The manager cannot restrict a member with more rights either.
    expect(await change(manager, 'f-li-two', { state: 'ended' })).toMatchObject(beyond);
    expect(await change(manager, 'f-li-two', { deny: ['app_login'] })).toMatchObject(beyond);
    expect(await inside(manager, 'POST /members/f-li-two/actions/end-sessions')).toMatchObject(beyond);
    expect((await change(manager, 'f-li-two', { name: '李四' })).body.data.name).toBe('李四');
    expect((await change(manager, 'f-zhao', { roles: ['hr'] })).body.data.effectiveRights).toHaveLength(2);
    expect((await change(world.administrator, 'f-zhao', { rights: all })).status).toBe(200);
    await change(world.administrator, 'f-zhao', { rights: [], roles: ['users'] });
    const refused = (await world.acts('t-two')).filter(({ act }) => act === 'administration.refused');
    expect(refused).toHaveLength(8);
  });

  test('of the last administrator cannot be removed', async () => {
    const last = { status: 409, code: 'admin.last_administrator' };
    const { administrator } = world;
    for (const body of [
      { state: 'ended' },
      { state: 'suspended' },
      { roles: ['users'] },
      { roles: [] },
      { deny: ['Administration/administration'] },
      { deny: ['app_login'] },
    ])
      expect([body, await change(administrator, 'f-li-two', body)]).toMatchObject([body, last]);
    expect(await change(world.operator, 'f-li-two', { state: 'ended' })).toMatchObject(last);
    expect((await inside(administrator, 'GET /members/f-li-two')).body.data).toMatchObject({
      state: 'active',
      deny: [],
    });
  });

  test('are kept when two administrators end each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      await change(world.operator, 'f-zhao', { state: 'active', roles: ['administrators'] });
      await change(world.operator, 'f-li-two', { state: 'active', roles: ['administrators'] });
      const ended = await Promise.all([
        change(world.operator, 'f-zhao', { state: 'ended' }),
        change(world.operator, 'f-li-two', { roles: ['users'] }),
      ]);
      expect(ended.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    }
    await change(world.operator, 'f-li-two', { state: 'active', roles: ['administrators'] });
    await change(world.operator, 'f-zhao', { state: 'active', roles: ['users'] });
  });
});

describe('roles', () => {
  test('that are built in cannot be deleted, and administrators keep their rights', async () => {
    const { administrator } = world;
    expect(await inside(administrator, 'DELETE /roles/users')).toMatchObject({ code: 'admin.role_built_in' });
    expect(await inside(administrator, 'PUT /roles/administrators', { rights: ['app_login'] })).toMatchObject(
      {
        status: 409,
        code: 'admin.role_keeps_rights',
      },
    );
    expect((await inside(administrator, 'PUT /roles/users', { name: '员工' })).body.data).toMatchObject({
      name: '员工',
      builtIn: true,
    });
  });

  test('of the tenant are created and deleted, and their members see them by name', async () => {
    const { administrator } = world;
    expect(
      await inside(administrator, 'POST /roles', { roleID: 'hr', name: '又', rights: [] }),
    ).toMatchObject({
      code: 'admin.role_exists',
    });
    expect(await inside(administrator, 'DELETE /roles/hr')).toMatchObject({
      status: 409,
      code: 'admin.role_in_use',
    });
    const { body } = await world.ask(manager, 'GET /api/v1/tenants/t-two/current-user');
    expect(body).toMatchObject({
      roles: [{ roleID: 'administrators', name: '人事', ownRoleID: 'hr' }],
      rights: ['app_login', 'org_managment'],
    });
    await inside(administrator, 'POST /roles', { roleID: 'brief', name: '临时', rights: [] });
    expect((await inside(administrator, 'DELETE /roles/brief')).status).toBe(204);
    expect(await inside(administrator, 'DELETE /roles/brief')).toMatchObject({
      code: 'admin.role_not_found',
    });
  });

  test('that lose the right to sign in take the tasks of their members', async () => {
    const before = (await world.jobs('workflow.executor_left')).length;
    await inside(world.administrator, 'PUT /roles/hr', { rights: ['org_managment'] });
    expect(await world.jobs('workflow.executor_left')).toHaveLength(before + 1);
    expect((await inside(manager, 'GET /members')).code).toBe('login.no_rights_or_no_roles');
    await inside(world.administrator, 'PUT /roles/hr', { rights: ['app_login', 'org_managment'] });
  });
});

test('a department has an active member as its head until the membership ends', async () => {
  const { pool } = world.service.accounts;
  const headOf = async () => (await inside(manager, 'GET /organisations/led')).body.data.head;
  const setHead = (headFid: string | null) => inside(manager, 'PUT /organisations/led', { headFid });
  await inside(manager, 'POST /organisations', { orgID: 'led', name: '总部' });
  expect((await setHead('f-nobody')).code).toBe('admin.head_not_active');
  expect((await setHead('f-zhao')).body.data).toMatchObject({ name: '总部', head: { fid: 'f-zhao' } });
  expect((await inside(manager, 'PUT /organisations/led', { name: '本部' })).body.data.head.fid).toBe(
    'f-zhao',
  );
  expect((await setHead(null)).body.data.head).toBeNull();
  await setHead('f-zhao');
  const { rows } = await pool.query(
    `select count(*) from audit_records where tid = 't-two' and act = 'organisation.head_changed'`,
  );
  expect(Number(rows[0].count)).toBe(3);
  const setState = (state: string) =>
    pool.query(`update memberships set state = $1 where tid = 't-two' and fid = 'f-zhao'`, [state]);
  await setState('suspended');
  expect((await headOf()).fid).toBe('f-zhao');
  await setState('ended');
  expect(await headOf()).toBeNull();
  expect((await setHead('f-zhao')).code).toBe('admin.head_not_active');
  await setState('active');
  await inside(manager, 'DELETE /organisations/led');
});

test('departments are deleted only if they have no members', async () => {
  const made = await inside(manager, 'POST /organisations', { orgID: 'design', name: '设计部' });
  expect(made.body.data).toEqual({ orgID: 'design', name: '设计部', members: 0, head: null });
  expect((await inside(manager, 'POST /organisations', { orgID: 'design', name: '又' })).code).toBe(
    'admin.organisation_exists',
  );
  await change(manager, 'f-zhao', { orgID: 'design' });
  expect((await inside(manager, 'GET /members?orgID=design')).body.total).toBe(1);
  expect((await inside(manager, 'DELETE /organisations/design')).code).toBe('admin.organisation_not_empty');
  expect((await inside(manager, 'PUT /organisations/design', { name: '设计一部' })).body.data.members).toBe(
    1,
  );
  await change(manager, 'f-zhao', { orgID: null });
  expect((await inside(manager, 'DELETE /organisations/design')).status).toBe(204);
  expect((await inside(manager, 'DELETE /organisations/design')).code).toBe('admin.organisation_not_found');
  expect((await world.at('t-one')(world.operator, 'GET /organisations')).body.total).toBe(0);
});

test('a lost device is withdrawn together with its session', async () => {
  const device = new TestDevice();
  const { token } = await world.service.signIn('li', password, device);
  const list = (who: string) => inside(who, 'GET /members/f-li-two/devices');
  expect((await list(world.operator)).body.data).toMatchObject([
    { id: device.id, platform: 'android', push: null },
  ]);
  const withdraw = (who: string) =>
    inside(who, `POST /members/f-li-two/devices/${device.id}/actions/withdraw`);
  expect((await withdraw(manager)).code).toBe('admin.beyond_own_rights');
  expect((await withdraw(world.operator)).status).toBe(204);
  expect((await world.ask(token, 'GET /api/v1/devices')).code).toBe('login.device_withdrawn');
  expect((await list(world.operator)).body).toEqual({ total: 0, data: [] });
  expect((await withdraw(world.operator)).code).toBe('login.device_not_found');
});

test('the devices of a person show the push provider and the result of the last push', async () => {
  const device = new TestDevice();
  await world.service.signIn('li', password, device);
  const { db } = world.service;
  const { aid } = await db
    .selectFrom('devices')
    .select('aid')
    .where('device_id', '=', device.id)
    .executeTakeFirstOrThrow();
  const registered = new Date('2026-01-02T03:04:05Z');
  const sent = new Date('2026-02-03T04:05:06Z');
  await db
    .insertInto('push_registrations')
    .values({
      registration_id: `registration-${device.id}`,
      aid,
      device_id: device.id,
      provider: 'fcm',
      token_digest: `digest-${device.id}`,
      wrapped_token: Buffer.from('wrapped'),
      tags: [aid],
      language: 'zh',
      created_at: registered,
      updated_at: registered,
    })
    .execute();
  const deliver = async (state: 'waiting' | 'sent' | 'dropped', created_at: Date) => {
    const { msgID: message_id } = await postMessage(db, {
      channel: { key: `chat:${aid}`, kind: 'conversation', title: '王', tid: 't-one', aid },
      type: 'text_voice',
      title: '标题',
      text: '正文',
      idempotencyKey: randomUUID(),
      createAt: world.service.time.now,
    });
    await db
      .insertInto('push_deliveries')
      .values({ message_id, registration_id: `registration-${device.id}`, state, created_at })
      .execute();
  };
  await deliver('sent', sent);
  await deliver('waiting', new Date());
  await deliver('waiting', new Date());
  await deliver('dropped', new Date());
  const { body } = await inside(world.operator, 'GET /members/f-li-two/devices');
  const codeWithTicket = body.data.find(({ id }: { id: string }) => id === device.id);
  expect(codeWithTicket.push).toEqual({
    provider: 'fcm',
    registeredAt: registered.getTime(),
    waiting: 2,
    lastSentAt: sent.getTime(),
  });
});

test('an organisation manages the account that it created until its person joins another organisation', async () => {
  const elsewhere = { status: 403, code: 'admin.account_of_another_tenant' };
  const { administrator, user, operator } = world;
  const device = new TestDevice();
  const { token } = await world.service.signIn('wang', password, device);
  const withdraw = (fid: string) => `POST /members/${fid}/devices/${device.id}/actions/withdraw`;
  // The operator created wang's account and both memberships.
  for (const call of [
    'GET /members/f-hr/devices',
    'POST /members/f-hr/actions/end-sessions',
    'POST /members/f-hr/actions/request-reset',
    withdraw('f-hr'),
  ])
    expect([call, await inside(administrator, call)]).toMatchObject([call, elsewhere]);
  const atHome = world.at('t-one');
  await atHome(operator, 'PUT /members/f-wang', { rights: ['org_managment'] });
  expect(await atHome(token, withdraw('f-wang'))).toMatchObject(elsewhere);
  for (const one of [token, user]) expect((await world.ask(one, 'GET /api/v1/devices')).status).toBe(200);
  // The account of f-zhao was created with the membership.
  expect((await inside(administrator, 'POST /members/f-zhao/actions/end-sessions')).status).toBe(204);
  expect((await inside(administrator, 'POST /members/f-zhao/actions/request-reset')).status).toBe(204);
});

test('no organisation manages an account once its person becomes a member elsewhere', async () => {
  const { administrator, operator } = world;
  const { db } = world.service.accounts;
  const elsewhere = { status: 403, code: 'admin.account_of_another_tenant' };
  const endSessions = (fid: string) => inside(administrator, `POST /members/${fid}/actions/end-sessions`);
  const atHome = world.at('t-one');
  const made = async (username: string) => {
    await add(operator, { fid: `f-${username}`, newAccount: { username } });
    expect((await endSessions(`f-${username}`)).status).toBe(204);
  };
  await made('gao-added');
  const added = await atHome(operator, 'POST /members', { account: 'gao-added', name: '新' });
  expect(await endSessions('f-gao-added')).toMatchObject(elsewhere);
  const { fid } = added.body.data;
  await atHome(operator, `PUT /members/${fid}`, { state: 'ended' });
  await db.updateTable('accounts').set({ managed_by: 't-two' }).where('username', '=', 'gao-added').execute();
  expect((await endSessions('f-gao-added')).status).toBe(204);
  await atHome(operator, `PUT /members/${fid}`, { state: 'active' });
  expect(await endSessions('f-gao-added')).toMatchObject(elsewhere);
  await made('gao-founder');
  const founded = await world.ask(operator, 'POST /api/v1/admin/tenants', {
    tid: 't-three',
    name: '丙公司',
    serviceVersion: 'eds-pro_16.2',
    administrators: [{ account: 'gao-founder', name: '总' }],
  });
  expect(founded.status).toBe(200);
  expect(await endSessions('f-gao-founder')).toMatchObject(elsewhere);
});
