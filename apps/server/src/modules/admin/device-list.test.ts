import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { type Administration, openAdministration } from '../../../testing/administration.ts';
import { TestDevice } from '../../../testing/service.ts';

let world: Administration;
let inside: ReturnType<Administration['at']>;
const device = { anna: new TestDevice(), bert: new TestDevice(), lost: new TestDevice() };

beforeAll(async () => {
  world = await openAdministration();
  inside = world.at('t-two');
  const { pool } = world.service.accounts;
  for (const [index, username] of ['anna', 'bert'].entries()) {
    await inside(world.operator, 'POST /members', {
      fid: `f-${username}`,
      name: username === 'anna' ? '安娜' : '贝特',
      roles: ['users'],
      newAccount: { username, mobileNo: `1391000001${index}`, password },
    });
  }
  // A tenant manages the accounts that it created; those of the operator are managed by none.
  await pool.query(`update accounts set managed_by = 't-two' where username = 'anna'`);
  await world.service.signIn('anna', password, device.anna);
  await world.service.signIn('anna', password, device.lost);
  await world.service.signIn('bert', password, device.bert);
  await world.service.signIn('li', password, new TestDevice());
  await pool.query(`update accounts set managed_by = 't-two' where username = 'bert'`);
  await pool.query(
    `update devices set name = 'Old tablet', platform = 'ios', last_seen_at = now() - interval '40 days'
     where device_id = $1`,
    [device.lost.id],
  );
});
afterAll(() => world.service.close());

const list = async (query = '') => (await inside(world.administrator, `GET /devices?${query}`)).body;
const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id) as string[];

test('the list has the devices of all members whose account the tenant manages, with their members', async () => {
  const { total, data } = await list('sort=lastSeenAt');
  // The account of li belongs to another tenant too.
  expect(total).toBe(3);
  expect(data[0]).toMatchObject({
    id: device.lost.id,
    name: 'Old tablet',
    platform: 'ios',
    member: { fid: 'f-anna', name: '安娜' },
    withdrawnAt: null,
  });
  expect((await ids('')).toSorted()).toEqual(
    Object.values(device)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('the list filters by member, device, platform and last use', async () => {
  const { id } = device.lost;
  expect(await ids(`keyword=${encodeURIComponent('贝')}`)).toEqual([device.bert.id]);
  expect(await ids('keyword=f-ber')).toEqual([device.bert.id]);
  expect(await ids('keyword=tablet')).toEqual([id]);
  expect(await ids(`keyword=${id.slice(4, 20)}`)).toEqual([id]);
  expect(await ids('keyword=nothing')).toEqual([]);
  expect(await ids('platform=ios')).toEqual([id]);
  const monthAgo = Date.now() - 30 * 86_400_000;
  expect(await ids(`seenTo=${monthAgo}`)).toEqual([id]);
  expect((await list(`seenFrom=${monthAgo}`)).total).toBe(2);
});

test('pages follow each other in every order', async () => {
  for (const sort of ['lastSeenAt', '-lastSeenAt', 'createAt', '-createAt']) {
    const all = await ids(`sort=${sort}`);
    const paged = [...(await ids(`sort=${sort}&limit=2`)), ...(await ids(`sort=${sort}&skip=2&limit=2`))];
    expect([sort, paged]).toEqual([sort, all]);
    expect(await list(`sort=${sort}&limit=0`)).toEqual({ total: 3, data: [] });
  }
  expect((await ids('sort=lastSeenAt'))[0]).toBe(device.lost.id);
  expect((await ids('sort=-lastSeenAt'))[2]).toBe(device.lost.id);
});

test('a withdrawn device is listed by its state only', async () => {
  const { id } = device.lost;
  const acts = async () => (await world.acts('t-two')).length;
  const before = await acts();
  const lost = { fid: 'f-anna', deviceID: id };
  const withdraw = await inside(world.administrator, 'POST /devices/actions/bulk', {
    devices: [{ fid: 'f-bert', deviceID: id }, lost, lost],
    action: { kind: 'withdraw' },
  });
  expect(withdraw.body.data).toEqual([
    { id: `f-bert/${id}`, ok: false, code: 'login.device_not_found', params: {} },
    { id: `f-anna/${id}`, ok: true },
  ]);
  expect(await acts()).toBe(before + 1);
  expect((await list('')).total).toBe(2);
  expect(await list('state=withdrawn')).toMatchObject({
    total: 1,
    data: [{ id, withdrawnAt: expect.any(Number) }],
  });
  expect((await list('state=all')).total).toBe(3);
});

test('devices leave the list with the member and with the management of the account', async () => {
  const { pool } = world.service.accounts;
  await pool.query(`update accounts set managed_by = null where username = 'bert'`);
  expect(await ids('')).toEqual([device.anna.id]);
  await pool.query(`update accounts set managed_by = 't-two' where username = 'bert'`);
  expect((await list('')).total).toBe(2);
  await inside(world.administrator, 'PUT /members/f-anna', { state: 'ended' });
  expect(await ids('')).toEqual([device.bert.id]);
});

test('only who may manage people sees the devices', async () => {
  expect((await world.at('t-one')(world.user, 'GET /devices')).status).toBe(403);
});
