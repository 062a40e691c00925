import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administration, openPeopleAdministration } from '../../../testing/administration.ts';

let world: Administration;
let inside: ReturnType<Administration['at']>;
const dayMs = 86_400_000;

beforeAll(async () => {
  ({ world, inside } = await openPeopleAdministration());
  const { operator } = world;
  await inside(operator, 'POST /roles', {
    roleID: 'system',
    name: '系统',
    rights: ['app_login', 'Administration/administration'],
  });
  await inside(operator, 'POST /members', { account: 'guest', name: '客', fid: 'f-sys', roles: ['system'] });
});
afterAll(() => world.service.close());

const overview = async (token: string, query = '') =>
  (await inside(token, `GET /overview${query}`)).body.data;

test('counts people by state, accounts and invitations', async () => {
  const { pool } = world.service.accounts;
  const before = (await overview(world.administrator)).people;
  await inside(world.administrator, 'PUT /members/f-sys', { state: 'suspended' });
  await inside(world.administrator, 'POST /members', { account: '13700000001', name: '受邀' });
  await pool.query(
    `update accounts set managed_by = 't-two', locked_until = now() + interval '1 year' where username = 'wang'`,
  );
  const { people } = await overview(world.administrator);
  expect(people).toEqual({
    ...before,
    active: before.active - 1,
    suspended: before.suspended + 1,
    invited: before.invited + 1,
    openInvitations: before.openInvitations + 1,
    lockedAccounts: 1,
  });
  await pool.query(`update accounts set managed_by = 't-one' where username = 'wang'`);
  expect((await overview(world.administrator)).people.lockedAccounts).toBe(0);
  await pool.query(`update accounts set managed_by = null, locked_until = null where username = 'wang'`);
  await inside(world.administrator, 'PUT /members/f-sys', { state: 'active' });
});

test('counts documents and the acts of 30 days', async () => {
  const { pool } = world.service.accounts;
  const { days: before, licenceKey, documents } = await overview(world.administrator);
  expect(before).toHaveLength(30);
  expect(before[29].day - before[0].day).toBe(29 * dayMs);
  expect(documents).toEqual({ total: 0, withdrawn: 0 });
  expect(licenceKey).toBeNull();
  await pool.query(`
    insert into documents (tid, document_id, owner_fid, size, mime_type, manifest_sha256, sealed_by, withdrawn_at)
    select 't-two', gen_random_uuid(), 'f-hr', 1, 'text/plain', repeat('0', 64), 'f-hr',
      case when n = 1 then now() end from generate_series(1, 3) n`);
  await pool.query(
    `insert into audit_records (tid, at, act, decision) values
      ('t-two', $1, 'rewrap', 'granted'), ('t-two', $1, 'rewrap', 'granted'), ('t-two', $1, 'rewrap', 'refused'),
      ('t-one', $1, 'rewrap', 'granted'), ('t-two', $2, 'account.signed_in', 'granted')`,
    [new Date(before[29].day), new Date(before[28].day + dayMs - 1)],
  );
  const after = await overview(world.administrator);
  expect(after.documents).toEqual({ total: 3, withdrawn: 1 });
  expect(after.days[29].opened).toBe(before[29].opened + 2);
  expect(after.days[28].signIns).toBe(before[28].signIns + 1);
  const inShanghai = (await overview(world.administrator, '?offsetMinutes=480')).days;
  expect((inShanghai[29].day + 8 * 3_600_000) % dayMs).toBe(0);
});

test('shows each part to people with the right to its lists', async () => {
  const manager = await world.signIn('wang');
  expect(await overview(manager)).toEqual({
    people: expect.any(Object),
    documents: null,
    licenceKey: null,
    days: null,
    failedDeliveries: null,
  });
  expect((await inside(manager, 'GET /flows-overview')).code).toBe('app.no_rights');
  const system = await world.signIn('guest');
  expect(await overview(system)).toMatchObject({ people: null, documents: expect.any(Object) });
  expect((await world.at('t-one')(world.user, 'GET /overview')).code).toBe('app.no_rights');
});

test('counts the failed deliveries of the tenant, which its list shows', async () => {
  const { pool } = world.service.accounts;
  await pool.query(
    `insert into delivery_failures (tid, channel, purpose, code, failed_at)
     select tid, 'push', 'message', 'push.refused', $1 from unnest(array['t-two', 't-two', 't-one', null]) tid`,
    [new Date(world.service.time.now)],
  );
  expect((await overview(world.administrator)).failedDeliveries).toEqual({
    days: 7,
    mail: 0,
    sms: 0,
    push: 2,
  });
  const { body } = await inside(world.administrator, 'GET /delivery-failures?channel=push&days=7');
  expect(body).toMatchObject({ total: 2, data: [{ code: 'push.refused' }, {}] });
  expect(body.data[0]).not.toHaveProperty('tid');
  expect((await inside(await world.signIn('wang'), 'GET /delivery-failures')).code).toBe('app.no_rights');
});

test('lists the invitations that it counts', async () => {
  const { people } = await overview(world.administrator);
  const listed = async (state: string) =>
    (await inside(world.administrator, `GET /members?invitation=${state}`)).body.total;
  expect([await listed('open'), await listed('expired')]).toEqual([
    people.openInvitations,
    people.expiredInvitations,
  ]);
  expect(people.openInvitations).toBeGreaterThan(0);
  const { pool } = world.service.accounts;
  await pool.query(`update invitations set expire_at = $1 where outcome is null`, [new Date(0)]);
  expect([await listed('open'), await listed('expired')]).toEqual([0, people.openInvitations]);
});

test('counts applications and tasks', async () => {
  const { pool } = world.service.accounts;
  await pool.query(
    `insert into flow_types (tid, type_id, type, name, process) values ('t-two', 1, 'x', 'x', '{}')`,
  );
  const { days } = (await inside(world.administrator, 'GET /flows-overview')).body.data;
  const today = new Date(days[29].day + 1000);
  for (const [n, state] of [
    'approving',
    'not_processed',
    'finished',
    'new',
    'processed',
    'canceled',
  ].entries()) {
    await pool.query(
      `insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at, updated_at)
       values ($1, 't-two', 1, 'x', '', '', $2, 0, '{}', 'f-hr', $3, $3)`,
      [`w${n}`, state, today],
    );
  }
  const task = `insert into flow_tasks (task_id, flow_id, position, tid, step, state, created_at, due_at, added)
    values ($1, 'w0', $2, 't-two', $3, 'awaiting', $4, $5, false)`;
  await pool.query(task, ['k1', 1, 'approve', today, new Date(0)]);
  await pool.query(task, ['k2', 2, 'approve', new Date(days[3].day), null]);
  await pool.query(task, ['k3', 3, 'cc', new Date(days[1].day), null]);
  await pool.query(task, ['k4', 4, 'file_process', new Date(days[3].day), new Date(0)]);
  // The mail of a canceled application cannot be sent again, so that it needs no attention.
  await pool.query(
    `insert into flow_mails (flow_id, tid, message_id, state, reason, pending, begun_at)
     select 'w' || n, 't-two', n::text, 'failed', 'work.mail_refused', '{}', now() from unnest(array[4, 5]) as n`,
  );
  const listed = async (query: string) =>
    (await inside(world.administrator, `GET /flows?limit=0&${query}`)).body.total;
  expect(await listed('problem=overdue')).toBe(1);
  expect(await listed('problem=mail_failed')).toBe(1);
  expect(await listed('waitingLongerThan=604800000')).toBe(1);
  const { body } = await inside(world.administrator, 'GET /flows-overview');
  expect(body.data).toMatchObject({
    inProgress: 3,
    failedProcessing: 1,
    failedMails: 1,
    longWaiting: 1,
    overdueApplications: 1,
    waitingTasks: 3,
    oldestTaskAt: days[3].day,
    overdueTasks: 2,
  });
  expect(body.data.days[29].applications).toBe(5);
});
