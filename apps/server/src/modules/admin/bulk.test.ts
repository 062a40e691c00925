import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { type Administration, openPeopleAdministration } from '../../../testing/administration.ts';

let world: Administration;
let inside: ReturnType<Administration['at']>;
/** Token of a member who manages people but not the system. */
let manager: string;

beforeAll(async () => {
  ({ world, inside, manager } = await openPeopleAdministration());
  const { operator } = world;
  await inside(operator, 'POST /organisations', { orgID: 'o-new', name: '新部门' });
  for (const n of [1, 2, 3]) {
    await inside(operator, 'POST /members', {
      fid: `f-b${n}`,
      name: `员工${n}`,
      newAccount: { username: `bulk${n}`, mobileNo: `1381000000${n}`, password },
    });
  }
});
afterAll(() => world.service.close());

const bulk = async (token: string, fids: string[], action: object) =>
  (await inside(token, 'POST /members/actions/bulk', { fids, action })).body.data;
const member = async (fid: string) => (await inside(world.administrator, `GET /members/${fid}`)).body.data;
const done = (...fids: string[]) => fids.map((id) => ({ id, ok: true }));

describe('bulk act', () => {
  test('answers one result per id, in order, and records each act', async () => {
    const before = (await world.acts('t-two')).length;
    expect(await bulk(manager, ['f-b1', 'f-none', 'f-b2', 'f-b1'], { kind: 'move', orgID: 'o-new' })).toEqual(
      [
        { id: 'f-b1', ok: true },
        { id: 'f-none', ok: false, code: 'login.user_not_found', params: {} },
        { id: 'f-b2', ok: true },
      ],
    );
    expect(await member('f-b1')).toMatchObject({ organisation: { orgID: 'o-new' } });
    expect((await world.acts('t-two')).slice(before)).toMatchObject([
      { act: 'member.changed', subject: 'f-b1' },
      { act: 'member.changed', subject: 'f-b2' },
    ]);
  });

  test('suspends, reactivates and changes roles', async () => {
    expect(await bulk(manager, ['f-b1', 'f-b2'], { kind: 'suspend' })).toEqual(done('f-b1', 'f-b2'));
    expect(await member('f-b2')).toMatchObject({ state: 'suspended' });
    expect(await bulk(manager, ['f-b1', 'f-b2'], { kind: 'reactivate' })).toEqual(done('f-b1', 'f-b2'));
    expect(await member('f-b2')).toMatchObject({ state: 'active' });
    for (let time = 0; time < 2; time += 1)
      expect(await bulk(manager, ['f-b1'], { kind: 'add-role', roleID: 'hr' })).toEqual(done('f-b1'));
    expect((await member('f-b1')).roles).toMatchObject([{ roleID: 'hr' }, { roleID: 'users' }]);
    expect(await bulk(manager, ['f-b1'], { kind: 'remove-role', roleID: 'hr' })).toEqual(done('f-b1'));
    expect((await member('f-b1')).roles).toMatchObject([{ roleID: 'users' }]);
  });

  test('refuses what a single call refuses, for that member only', async () => {
    const { data } = (await inside(world.administrator, 'GET /members?roleID=administrators')).body;
    const administrator = data[0].fid;
    expect(await bulk(manager, [administrator, 'f-b3'], { kind: 'suspend' })).toEqual([
      { id: administrator, ok: false, code: 'admin.beyond_own_rights', params: {} },
      { id: 'f-b3', ok: true },
    ]);
    expect(await bulk(world.administrator, [administrator], { kind: 'end' })).toMatchObject([
      { ok: false, code: 'admin.last_administrator' },
    ]);
    expect(await bulk(manager, ['f-b1'], { kind: 'add-role', roleID: 'administrators' })).toMatchObject([
      { ok: false, code: 'admin.beyond_own_rights' },
    ]);
    expect(await bulk(manager, ['f-b1'], { kind: 'resend-invitation' })).toMatchObject([
      { ok: false, code: 'admin.no_open_invitation' },
    ]);
    expect(await bulk(manager, ['f-hr'], { kind: 'end-sessions' })).toMatchObject([
      { ok: false, code: 'admin.account_of_another_tenant' },
    ]);
    expect(await bulk(world.operator, ['f-b1'], { kind: 'end-sessions' })).toEqual(done('f-b1'));
    expect(await bulk(world.operator, ['f-b1'], { kind: 'request-reset' })).toEqual(done('f-b1'));
    await bulk(manager, ['f-b3'], { kind: 'reactivate' });
  });

  test('takes at most 200 ids, and an act with its parameters', async () => {
    const ask = (body: object) => inside(manager, 'POST /members/actions/bulk', body);
    const fids = Array.from({ length: 201 }, (_, n) => `f-${n}`);
    for (const body of [
      { fids, action: { kind: 'suspend' } },
      { fids: [], action: { kind: 'suspend' } },
      { fids: ['f-b1'], action: { kind: 'move' } },
      { fids: ['f-b1'], action: { kind: 'delete' } },
    ])
      expect((await ask(body)).code).toBe('app.invalid_request');
  });
});

describe('end of a membership', () => {
  const end = (token: string, fid: string, body: object = {}) =>
    inside(token, `POST /members/${fid}/actions/end`, body);

  test('transfers the documents to the successor', async () => {
    const { pool } = world.service.accounts;
    await pool.query(`
      insert into documents (tid, document_id, owner_fid, size, mime_type, manifest_sha256, sealed_by)
      select 't-two', gen_random_uuid(), 'f-b1', 1, 'text/plain', repeat('0', 64), 'f-b1' from generate_series(1, 3)`);
    expect((await end(manager, 'f-b1', { successor: 'f-b2' })).code).toBe('admin.beyond_own_rights');
    for (const successor of ['f-b1', 'f-gone']) {
      if (successor === 'f-gone') await bulk(manager, ['f-b3'], { kind: 'suspend' });
      const named = successor === 'f-gone' ? 'f-b3' : successor;
      expect((await end(world.administrator, 'f-b1', { successor: named })).code).toBe(
        'admin.successor_not_active',
      );
    }
    expect((await end(world.administrator, 'f-b1', { successor: 'f-li' })).code).toBe('login.user_not_found');
    expect(await member('f-b1')).toMatchObject({ state: 'active' });
    const handover = { successor: 'f-b2', handOverTasks: true, reason: '交接' };
    const ended = await end(world.administrator, 'f-b1', handover);
    const facts = { state: 'ended', documents: 3, tasks: 0, tasksLeft: 0 };
    expect(ended).toMatchObject({ status: 200, body: { data: facts } });
    const { rows } = await pool.query(`select distinct owner_fid from documents where tid = 't-two'`);
    expect(rows).toEqual([{ owner_fid: 'f-b2' }]);
    expect((await world.acts('t-two')).slice(-2)).toMatchObject([
      { act: 'member.documents_transferred', subject: 'f-b1' },
      { act: 'member.ended', subject: 'f-b1' },
    ]);
  });

  test('needs no successor', async () => {
    expect(await end(manager, 'f-b2')).toMatchObject({ body: { data: { state: 'ended', documents: 0 } } });
    expect(await world.jobs('workflow.executor_left')).toContainEqual({ tid: 't-two', fid: 'f-b2' });
  });
});
