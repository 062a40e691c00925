import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Administration } from '../../../testing/administration.ts';
import { type ImportWorld, openImports } from '../../../testing/import-world.ts';
import {
  type AskImports,
  errorsOf,
  finishImport,
  generateRows,
  type ImportedRow,
  importRows,
  uploadRows,
} from '../../../testing/imports.ts';
import { importsModule } from '../../app/areas/deployment.compose.ts';
import { findAccountByName } from '../accounts/accounts.usecases.ts';

let imports: ImportWorld;
let world: Administration;
let ask: AskImports;

beforeAll(async () => {
  imports = await openImports();
  ({ world } = imports);
  ask = imports.askAs(imports.manager);
});
afterAll(() => world.service.close());

const count = async (table: 'memberships' | 'accounts' | 'invitations' | 'organisations', tid = 't-two') => {
  const query = world.service.db.selectFrom(table).select((one) => one.fn.countAll<number>().as('count'));
  const { count: found } = await (table === 'accounts'
    ? query
    : query.where('tid' as never, '=', tid as never)
  ).executeTakeFirstOrThrow();
  return found;
};

describe('import of people', () => {
  const rows = generateRows(450, 100);
  const create = { options: { createDepartments: true } };

  test('checks first, adds people with departments, and changes nothing when it is repeated', async () => {
    const before = await count('memberships');
    const first = await importRows(ask, rows, create.options);
    expect(first.checked).toMatchObject({ state: 'checked', done: 450, added: 450, failed: 0 });
    expect(first.ended).toMatchObject({ state: 'done', done: 450, added: 450, changed: 0, failed: 0 });
    expect(await count('memberships')).toBe(before + 450);
    expect(await count('organisations')).toBe(20);
    expect(await imports.memberByStaffID('S000100')).toMatchObject({
      state: 'invited',
      name: '员工100',
      department: '总部/第0部',
    });
    const again = await importRows(ask, rows, create.options);
    expect(again.ended).toMatchObject({ state: 'done', added: 0, changed: 0, unchanged: 450, failed: 0 });
    expect(await count('memberships')).toBe(before + 450);
  });

  test('changes people found by staff id or contact', async () => {
    const [one, two] = [
      { ...generateRows(1, 100)[0], name: '新名', department: '总部/第1部', phone: '' } as ImportedRow,
      { row: 9, name: '员工101', phone: '139 0000 0101', roles: ['人事'] },
    ];
    const { ended, results } = await importRows(ask, [one, two]);
    expect([ended.changed, errorsOf(results)]).toEqual([2, []]);
    expect(await imports.memberByStaffID('S000100')).toMatchObject({
      name: '新名',
      department: '总部/第1部',
    });
    const { body } = await world.at('t-two')(imports.manager, 'GET /members?roleID=hr');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['员工101', '王']);
  });

  test('records each person and the import, with the administrator as actor', async () => {
    const acts = (await world.acts('t-two')).map(({ act }) => act);
    const counts = Object.groupBy(acts, (act) => act);
    expect(counts['account.created']).toHaveLength(450);
    expect(counts['member.invited']).toHaveLength(450);
    expect(counts['organisation.created']).toHaveLength(20);
    expect(counts['member.changed']).toHaveLength(2);
    expect(counts['import.started']).toHaveLength(3);
    expect(counts['import.finished']).toHaveLength(3);
    const { fid } = await world.service.db
      .selectFrom('readable_audit_records')
      .select('fid')
      .where('act', '=', 'member.invited')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(fid).toBe('f-hr');
  });

  test('gives new accounts no password that anybody knows, and the owner signs in by a code', async () => {
    const member = await imports.memberByStaffID('S000102');
    const account = await findAccountByName(world.service.db, '13900000102');
    expect(account?.aid).toBe(member?.aid);
    const row = await world.service.db
      .selectFrom('accounts')
      .select(['password_hash', 'managed_by', 'mobile_verified_at'])
      .where('aid', '=', member?.aid ?? '')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ managed_by: 't-two', mobile_verified_at: null });
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('a faulty row', () => {
  test('fails with its code and field, and the others are imported', async () => {
    const rows: ImportedRow[] = [
      { row: 2, name: '好', phone: '13900009001' },
      { row: 3, phone: '13900009002' },
      { row: 4, name: '无联系' },
      { row: 5, name: '坏', phone: '12345' },
      { row: 6, name: '坏', email: 'nobody' },
      { row: 7, name: '坏', phone: '13900009003', department: '没有/这个' },
      { row: 8, name: '坏', phone: '13900009004', roles: ['没有'] },
      { row: 9, name: '坏', phone: '13900009005', staffID: '<x>' },
      { row: 10, name: '重复', phone: '139 0000 9001' },
      { row: 11, name: '坏', phone: '13900009006', clearance: 'high' },
      { row: 12, name: '坏', phone: '13900009007', department: '总部//部' },
      { row: 13, name: '坏'.repeat(101), phone: '13900009008' },
      { row: 14, name: '坏', username: '13900009009' },
      { row: 15, name: '坏', phone: '13900009010', fid: 'a b' },
    ];
    const { checked, ended, results } = await importRows(ask, rows);
    expect([checked.failed, ended.failed, ended.added]).toEqual([13, 13, 1]);
    expect(errorsOf(results)).toEqual([
      [3, 'admin.row_name_missing', 'name'],
      [4, 'admin.row_contact_missing', null],
      [5, 'admin.row_phone_invalid', 'phone'],
      [6, 'admin.row_email_invalid', 'email'],
      [7, 'admin.organisation_not_found', 'department'],
      [8, 'admin.role_not_found', 'roles'],
      [9, 'admin.row_id_invalid', 'staffID'],
      [10, 'admin.row_repeated', null],
      [11, 'admin.row_clearance_invalid', 'clearance'],
      [12, 'admin.row_department_invalid', 'department'],
      [13, 'admin.row_text_too_long', 'name'],
      [14, 'admin.row_username_invalid', 'username'],
      [15, 'admin.row_id_invalid', 'fid'],
    ]);
    expect(results[8].errors[0].params).toEqual({ row: 2 });
  });

  test('that matches several members, or another staff id, changes nobody', async () => {
    const { results } = await importRows(ask, [
      { row: 2, name: '混', phone: '13900000110', email: 'staff111@example.com' },
      { row: 3, name: '混', phone: '13900000112', staffID: 'OTHER' },
      { row: 4, name: '一', staffID: 'S000113' },
      { row: 5, name: '二', phone: '13900000113' },
    ]);
    expect(errorsOf(results)).toEqual([
      [2, 'admin.row_ambiguous', null],
      [3, 'admin.row_staff_id_differs', 'staffID'],
      [5, 'admin.row_repeated', null],
    ]);
  });
});

describe('requests', () => {
  const form = { importID: 'import-1', name: 'a.csv', total: 2 };
  const row = { row: 2, name: '甲', phone: '13900005001' };

  test('that are repeated have no further effect', async () => {
    const first = await ask('POST ', form);
    expect(first.data).toMatchObject({ state: 'draft', received: 0, options: { roles: ['users'] } });
    expect(await ask('POST ', form)).toEqual(first);
    expect(await ask('POST ', { ...form, total: 3 })).toMatchObject({
      status: 409,
      code: 'admin.import_exists',
    });
    await ask('POST /import-1/rows', { rows: [row] });
    expect((await ask('POST /import-1/rows', { rows: [row] })).data.received).toBe(1);
    expect(await ask('POST /import-1/actions/check')).toMatchObject({ code: 'admin.import_incomplete' });
    expect(await ask('POST /import-1/actions/run')).toMatchObject({ code: 'admin.import_state_error' });
    const tooMany = {
      rows: [
        { ...row, row: 3 },
        { ...row, row: 4 },
      ],
    };
    expect(await ask('POST /import-1/rows', tooMany)).toMatchObject({
      code: 'admin.import_rows_exceed_total',
    });
    await ask('POST /import-1/rows', { rows: [{ ...row, row: 3 }] });
    expect(await finishImport(ask, 'import-1', 'check')).toMatchObject({ added: 1, failed: 1 });
    // A corrected row makes it a draft again.
    const corrected = { rows: [{ ...row, row: 3, phone: '13900005002' }] };
    expect((await ask('POST /import-1/rows', corrected)).data).toMatchObject({ state: 'draft', done: 0 });
    expect(await finishImport(ask, 'import-1', 'check')).toMatchObject({ added: 2, failed: 0 });
    expect(await finishImport(ask, 'import-1', 'run')).toMatchObject({ state: 'done', added: 2 });
    expect((await ask('POST /import-1/actions/run')).data).toMatchObject({ state: 'done', added: 2 });
    expect(await ask('POST /import-1/actions/cancel')).toMatchObject({ code: 'admin.import_state_error' });
    expect(await ask('POST /import-1/rows', { rows: [row] })).toMatchObject({
      code: 'admin.import_state_error',
    });
  });

  test('cancel an import, and list the former ones', async () => {
    const importID = await uploadRows(ask, generateRows(2, 950));
    expect((await ask(`POST /${importID}/actions/cancel`)).data.state).toBe('canceled');
    expect((await ask(`POST /${importID}/actions/cancel`)).data.state).toBe('canceled');
    expect(await ask(`POST /${importID}/actions/check`)).toMatchObject({ code: 'admin.import_state_error' });
    const { data } = await ask('GET ?state=canceled');
    expect(data).toMatchObject([{ importID, state: 'canceled' }]);
    const { total, data: page } = await ask('GET ?limit=1&sort=createAt');
    expect([total > 5, page.length]).toEqual([true, 1]);
  });

  test('that leave too many imports unfinished are refused', async () => {
    const ids = Array.from({ length: 21 }, (_, index) => `open-${index}`);
    const codes = [];
    for (const importID of ids) codes.push((await ask('POST ', { ...form, importID })).code);
    expect(codes.filter((code) => code === 'admin.too_many_imports')).toHaveLength(1);
    for (const importID of ids) await ask(`POST /${importID}/actions/cancel`);
  });
});

test('an import is deleted with its rows after 30 days', async () => {
  const { db, time } = world.service;
  await importsModule.deleteExpired?.(world.service, time.now + 29 * 86_400_000);
  const rows = () => db.selectFrom('member_import_rows').select('fid').execute();
  expect((await rows()).length).toBeGreaterThan(0);
  await importsModule.deleteExpired?.(world.service, time.now + 31 * 86_400_000);
  expect(await rows()).toEqual([]);
});
