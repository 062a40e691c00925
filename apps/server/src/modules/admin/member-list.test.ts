import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { type Administration, openAdministration } from '../../../testing/administration.ts';
import { TestDevice } from '../../../testing/service.ts';

let world: Administration;
let inside: ReturnType<Administration['at']>;

const people = [
  ['f-m1', '王小明', 'wang-ming'],
  ['f-m2', '李晓明', 'li-ming'],
  ['f-m3', 'Anna Berg', 'anna'],
  ['f-m4', '王 100%_', 'percent'],
] as const;

beforeAll(async () => {
  world = await openAdministration();
  inside = world.at('t-two');
  await inside(world.operator, 'POST /organisations', { orgID: 'o-list', name: '列表部' });
  await inside(world.operator, 'POST /roles', { roleID: 'listed', name: '名单', rights: ['app_login'] });
  for (const [fid, name, username] of people) {
    await inside(world.operator, 'POST /members', {
      fid,
      name,
      orgID: 'o-list',
      roles: ['users', ...(fid === 'f-m3' ? ['listed'] : [])],
      newAccount: { username, mobileNo: `1391000000${fid.at(-1)}`, password },
    });
  }
  // A tenant manages the accounts that it created; those of the operator are managed by none.
  await world.service.accounts.pool.query(
    `update accounts set managed_by = 't-two' where username = any($1)`,
    [people.map(([, , username]) => username)],
  );
});
afterAll(() => world.service.close());

const list = async (query: string) => (await inside(world.administrator, `GET /members?${query}`)).body;
const fids = async (query: string) =>
  (await list(query)).data.map(({ fid }: { fid: string }) => fid) as string[];

describe('order', () => {
  test('is by name, creation, state or last sign-in, in both directions, with the id as last criterion', async () => {
    const inOrder = 'orgID=o-list&sort=';
    const byName = await fids(`${inOrder}name`);
    expect(byName.toSorted()).toEqual(['f-m1', 'f-m2', 'f-m3', 'f-m4']);
    expect(byName[0]).toBe('f-m3');
    expect(await fids(`${inOrder}-name`)).toEqual(byName.toReversed());
    expect(await fids(`${inOrder}createAt`)).toEqual(['f-m1', 'f-m2', 'f-m3', 'f-m4']);
    expect(await fids(`${inOrder}-createAt`)).toEqual(['f-m4', 'f-m3', 'f-m2', 'f-m1']);
    await inside(world.administrator, 'PUT /members/f-m2', { state: 'suspended' });
    expect((await fids(`${inOrder}state`)).at(-1)).toBe('f-m2');
    expect((await fids(`${inOrder}-state`))[0]).toBe('f-m2');
    await inside(world.administrator, 'PUT /members/f-m2', { state: 'active' });
    await world.signIn('anna');
    // The clock of the test stands still.
    await world.service.accounts.pool.query(
      `update member_sign_ins set last_at = last_at - interval '1 minute' where fid = 'f-m3'`,
    );
    await world.signIn('wang-ming');
    expect(await fids(`${inOrder}-lastSignInAt`)).toEqual(['f-m1', 'f-m3', 'f-m4', 'f-m2']);
    expect(await fids(`${inOrder}lastSignInAt`)).toEqual(['f-m2', 'f-m4', 'f-m3', 'f-m1']);
  });

  test('holds across pages, also for pages that are read from the end', async () => {
    for (const sort of ['name', '-name', 'createAt', '-createAt', 'state', 'lastSignInAt', '-lastSignInAt']) {
      const all = await fids(`sort=${sort}&limit=100`);
      expect(all.length).toBeGreaterThan(4);
      const paged: string[] = [];
      for (let skip = 0; skip < all.length; skip += 2)
        paged.push(...(await fids(`sort=${sort}&skip=${skip}&limit=2`)));
      expect([sort, paged]).toEqual([sort, all]);
    }
    expect(await fids('skip=1000')).toEqual([]);
  });

  test('is one of the declared ones', async () => {
    expect((await inside(world.administrator, 'GET /members?sort=aid')).code).toBe('app.invalid_request');
  });
});

describe('export', () => {
  const lines = async (query: string) => {
    const call = `GET /api/v1/tenants/t-two/admin/members-export?${query}`;
    const { body } = await world.service.ask(world.administrator, call);
    return body
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };

  test('has all members that match, as the list shows them, and is recorded', async () => {
    expect(await lines('orgID=o-list&sort=-createAt')).toEqual(
      (await list('orgID=o-list&sort=-createAt')).data,
    );
    expect(await lines('keyword=王&sort=createAt')).toMatchObject([{ fid: 'f-m1' }, { fid: 'f-m4' }]);
    expect((await world.acts('t-two')).at(-1)).toMatchObject({ act: 'member.list_exported' });
  });
});

describe('search', () => {
  test.each([
    ['王', ['f-m1', 'f-m4']],
    ['明', ['f-m1', 'f-m2']],
    ['小明', ['f-m1']],
    ['李晓明', ['f-m2']],
    ['anna', ['f-m3']],
    ['NA B', ['f-m3']],
    ['%_', ['f-m4']],
    ['F-M2', ['f-m2']],
    ['-m', ['f-m1', 'f-m2', 'f-m3', 'f-m4']],
    ['g f', []],
    ['王明', []],
  ])('finds a part of a name or id: %s', async (keyword, found) => {
    const { total, data } = await list(`orgID=o-list&sort=createAt&keyword=${encodeURIComponent(keyword)}`);
    expect(data.map(({ fid }: { fid: string }) => fid)).toEqual(found);
    expect(total).toBe(found.length);
  });

  test('combines with role, state and order', async () => {
    expect(await fids('roleID=listed&keyword=a')).toEqual(['f-m3']);
    expect(await list('roleID=listed')).toMatchObject({ total: 1, data: [{ fid: 'f-m3' }] });
    expect(await list('roleID=listed&state=active')).toMatchObject({ total: 1 });
    expect(await list('roleID=listed&state=ended')).toMatchObject({ total: 0 });
    expect(await fids('keyword=f-m&sort=-lastSignInAt&limit=2')).toEqual(['f-m1', 'f-m3']);
  });

  test('reads the index of the parts', async () => {
    const { pool } = world.service.accounts;
    await pool.query(`insert into memberships (tid, fid, name, state)
      select 't-one', 'many' || n, md5(n::text), 'invited' from generate_series(1, 3000) n`);
    await pool.query('analyze memberships');
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain select fid from memberships
       where member_grams(tid, name, fid) @> keyword_grams('t-one', '12ab') and name ilike '%12ab%'`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('memberships_search');
  });
});

describe('account of a member', () => {
  const accountOf = async (fid: string) =>
    (await inside(world.administrator, `GET /members/${fid}`)).body.data.account;

  test('shows state, last sign-in and devices to the tenant that manages it', async () => {
    const { pool } = world.service.accounts;
    expect(await accountOf('f-m4')).toEqual({
      state: 'active',
      lockedUntil: null,
      lastSignInAt: null,
      devices: 0,
    });
    const before = Date.now();
    await world.service.signIn('percent', password, new TestDevice());
    const { lastSignInAt, devices } = await accountOf('f-m4');
    expect(devices).toBe(1);
    expect(lastSignInAt).toBeGreaterThan(before - 60_000);
    await pool.query(
      `update accounts set locked_until = now() + interval '1 hour' where username = 'percent'`,
    );
    expect(await accountOf('f-m4')).toMatchObject({ state: 'locked', lockedUntil: expect.any(Number) });
    expect(await list('accountState=locked')).toMatchObject({ total: 1, data: [{ fid: 'f-m4' }] });
    await pool.query(`update accounts set state = 'closed' where username = 'percent'`);
    expect(await accountOf('f-m4')).toMatchObject({ state: 'closed' });
    expect(await list('accountState=closed')).toMatchObject({ total: 1, data: [{ fid: 'f-m4' }] });
    await pool.query(`update accounts set state = 'active', locked_until = null where username = 'percent'`);
  });

  test('is hidden once another tenant accepted the person, and its sign-ins no longer count', async () => {
    await world.at('t-one')(world.operator, 'POST /members', { account: 'percent', name: '别处' });
    expect(await accountOf('f-m4')).toBeNull();
    await world.signIn('percent');
    const { rows } = await world.service.accounts.pool.query(
      `select last_at from member_sign_ins where fid = 'f-m4'`,
    );
    expect(rows).toEqual([{ last_at: null }]);
    await world.service.accounts.pool.query(
      `update accounts set locked_until = now() + interval '1 hour' where username = 'percent'`,
    );
    expect(await list('accountState=locked')).toMatchObject({ total: 0 });
  });
});
