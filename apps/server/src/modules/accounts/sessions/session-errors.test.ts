import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import { TestDevice, type TestService } from '../../../../testing/service.ts';
import { addMember } from '../../tenants/tenants.usecases.ts';
import { createAccount } from '../accounts.usecases.ts';

let service: TestService;
let people = 0;

beforeAll(async () => {
  service = await openAccounts();
});
afterAll(() => service.close());

/** Creates an account in tenants. */
async function newMember(tids: readonly string[], more: object = {}): Promise<string> {
  people += 1;
  const aid = `member${people}`;
  const { db } = service.accounts;
  await createAccount(db, { aid, username: aid, password });
  for (const tid of tids) await addMember(db, { tid, aid, name: '人', roles: ['users'], ...more });
  return aid;
}

const end = (aid: string, tid: string) =>
  service.accounts.db
    .updateTable('memberships')
    .set({ state: 'ended' })
    .where('aid', '=', aid)
    .where('tid', '=', tid)
    .execute();

const refresh = (token: string) => service.ask(token, 'POST /api/v1/auth/refresh-token');
const current = (token: string, tid: string) => service.ask(token, `GET /api/v1/tenants/${tid}/current-user`);
const signIn = (username: string, given = password) =>
  service.ask(null, 'POST /api/v1/auth/token', { username, password: given });

const statusAndMessage = async (
  responding: Promise<{ statusCode: number; json(): { message: string; code: string } }>,
) => {
  const response = await responding;
  return [response.statusCode, response.json().message];
};
/** Waits for rejection, because nodes cache an access decision for a moment. */
const expectEventually = (ask: () => ReturnType<typeof refresh>, expected: [number, string]) =>
  expect.poll(() => statusAndMessage(ask())).toEqual(expected);

it('tenant access denied: for a stranger to the tenant and for a person who left the last tenant', async () => {
  const aid = await newMember(['t-one']);
  const { token } = await service.signIn(aid, password);
  expect(await statusAndMessage(current(token, 't-two'))).toEqual([403, 'tenant access denied']);
  expect(await statusAndMessage(current(token, 't-none'))).toEqual([403, 'tenant access denied']);
  await end(aid, 't-one');
  await expectEventually(() => current(token, 't-one'), [403, 'tenant access denied']);
  expect(await statusAndMessage(refresh(token))).toEqual([403, 'tenant access denied']);
});

it('please switch to actual tenant: for a person who moved to another tenant', async () => {
  const aid = await newMember(['t-one']);
  const device = new TestDevice();
  const { token } = await service.signIn(aid, password, device);
  await addMember(service.accounts.db, { tid: 't-two', aid, name: '人', roles: ['users'] });
  await end(aid, 't-one');
  await expectEventually(() => current(token, 't-one'), [403, 'please switch to actual tenant']);
  const path = '/api/v1/auth/refresh-token';
  const dpop = await device.prove({ path, now: service.time.now, token });
  expect(await statusAndMessage(service.ask(token, `POST ${path}`, undefined, { dpop }))).toEqual([
    403,
    'please switch to actual tenant',
  ]);
  expect((await current(token, 't-two')).statusCode).toBe(200);
  expect((await service.signIn(aid, password)).tenants.map(({ id }) => id)).toEqual(['t-two']);
});

it('refreshes for a person who left one of two tenants and for a person without a tenant', async () => {
  const aid = await newMember(['t-one', 't-two']);
  const { token } = await service.signIn(aid, password);
  await end(aid, 't-two');
  expect((await refresh(token)).statusCode).toBe(200);
  const guest = await service.signIn('guest', password);
  expect((await refresh(guest.token)).statusCode).toBe(200);
});

it('incorrect Username or Password', async () => {
  expect(await statusAndMessage(signIn('li', 'wrong'))).toEqual([401, 'incorrect Username or Password']);
  expect(await statusAndMessage(signIn('nobody'))).toEqual([401, 'incorrect Username or Password']);
});

it('account not found: for a closed account', async () => {
  const aid = await newMember(['t-one']);
  const { token } = await service.signIn(aid, password);
  const { db } = service.accounts;
  await db.updateTable('accounts').set({ state: 'closed' }).where('aid', '=', aid).execute();
  await expectEventually(() => refresh(token), [401, 'account not found']);
  await expectEventually(() => current(token, 't-one'), [401, 'account not found']);
  expect(await statusAndMessage(signIn(aid))).toEqual([401, 'incorrect Username or Password']);
});

it('signature is invalid, token expired', async () => {
  const { token, expire } = await service.signIn('li', password);
  expect(await statusAndMessage(refresh(`${token.slice(0, -4)}AAAA`))).toEqual([401, 'signature is invalid']);
  expect(await statusAndMessage(refresh('nonsense'))).toEqual([401, 'signature is invalid']);
  expect(await statusAndMessage(service.ask(null, 'POST /api/v1/auth/refresh-token'))).toEqual([
    401,
    'signature is invalid',
  ]);
  await service.ask(token, 'POST /api/v1/auth/logout');
  await expectEventually(() => refresh(token), [401, 'token expired']);
  const later = await service.signIn('li', password);
  service.time.now = Math.max(expire, later.expire);
  expect(await statusAndMessage(refresh(later.token))).toEqual([401, 'token expired']);
});

it('user has no tenant, no rights or no roles', async () => {
  expect(await statusAndMessage(signIn('review'))).toEqual([403, 'user has no tenant']);
  expect(await statusAndMessage(signIn('barred'))).toEqual([403, 'no rights or no roles']);
  expect(await statusAndMessage(signIn(await newMember(['t-one'], { roles: [] })))).toEqual([
    403,
    'no rights or no roles',
  ]);
  const aid = await newMember(['t-one']);
  const { token } = await service.signIn(aid, password);
  const { db } = service.accounts;
  await db
    .updateTable('memberships')
    .set({ deny: ['app_login'] })
    .where('aid', '=', aid)
    .execute();
  await expectEventually(() => current(token, 't-one'), [403, 'no rights or no roles']);
});

it('user has unknown role: if all roles are unknown and grant no sign-in', async () => {
  const { db } = service.accounts;
  const aid = await newMember(['t-one'], { roles: [] });
  await db.insertInto('roles').values({ tid: 't-one', role_id: 'archivists', name: '档案员' }).execute();
  await db
    .insertInto('membership_roles')
    .columns(['tid', 'fid', 'role_id'])
    .expression((query) =>
      query
        .selectFrom('memberships')
        .select((row) => ['tid', 'fid', row.val('archivists').as('role_id')])
        .where('aid', '=', aid),
    )
    .execute();
  expect(await statusAndMessage(signIn(aid))).toEqual([403, 'user has unknown role']);
  await db
    .updateTable('roles')
    .set({ rights: ['app_login'] })
    .where('role_id', '=', 'archivists')
    .execute();
  const signedIn = await signIn(aid);
  expect(signedIn.statusCode).toBe(200);
  const { roles } = (await current(signedIn.json().token, 't-one')).json();
  expect(roles).toEqual([{ roleID: 'users', name: '档案员', ownRoleID: 'archivists' }]);
});

it('a sign-out is recorded, ends only the session and keeps the device key', async () => {
  const aid = await newMember(['t-one']);
  const device = new TestDevice();
  const { token } = await service.signIn(aid, password, device);
  expect((await service.ask(token, 'POST /api/v1/auth/logout')).statusCode).toBe(204);
  const { db } = service.accounts;
  const devices = await db.selectFrom('devices').select('withdrawn_at').where('aid', '=', aid).execute();
  expect(devices).toEqual([{ withdrawn_at: null }]);
  const records = await db
    .selectFrom('readable_audit_records')
    .select(['act', 'tid', 'device_id'])
    .where('aid', '=', aid)
    .execute();
  expect(records).toContainEqual({ act: 'account.signed_out', tid: 't-one', device_id: device.id });
});

it('a one-time password is valid for one sign-in until it expires', async () => {
  const { db } = service.accounts;
  const [aid, late] = [await newMember(['t-one']), await newMember(['t-one'])];
  const until = new Date(service.time.now + 60_000);
  for (const one of [aid, late])
    await db.updateTable('accounts').set({ password_until: until }).where('aid', '=', one).execute();
  const tries = await Promise.all([signIn(aid), signIn(aid), signIn(aid)]);
  expect(tries.map((response) => response.statusCode).toSorted((one, two) => one - two)).toEqual([
    200, 401, 401,
  ]);
  const { token } = tries.find((response) => response.statusCode === 200)?.json() ?? {};
  const change = { oldPassword: password, newPassword: 'Maple-7-river' };
  expect((await service.ask(token, 'POST /api/v1/auth/update-password', change)).statusCode).toBe(204);
  expect((await signIn(aid, 'Maple-7-river')).statusCode).toBe(200);
  expect((await signIn(aid, 'Maple-7-river')).statusCode).toBe(200);
  service.time.now += 60_000;
  expect(await statusAndMessage(signIn(late))).toEqual([401, 'incorrect Username or Password']);
});
