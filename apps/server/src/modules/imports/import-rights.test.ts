import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportWorld, openImports } from '../../../testing/import-world.ts';
import {
  type AskImports,
  errorsOf,
  finishImport,
  generateRows,
  importRows,
  uploadRows,
} from '../../../testing/imports.ts';

let imports: ImportWorld;
let ask: AskImports;

beforeAll(async () => {
  imports = await openImports();
  ask = imports.askAs(imports.manager);
});
afterAll(() => imports.world.service.close());

describe('the administrator of an import', () => {
  test('grants no rights beyond their own and sets no clearance without the right for it', async () => {
    const { world } = imports;
    const rows = [
      { row: 2, name: '越权', phone: '13900008001', roles: ['administrators'] },
      { row: 3, name: '越权', phone: '13900008002', clearance: '3' },
      { row: 4, name: '李', fid: 'f-li-two', roles: ['users'] },
    ];
    const refused = await importRows(ask, rows);
    expect(refused.ended).toMatchObject({ state: 'done', failed: 3 });
    expect(errorsOf(refused.results)).toEqual([
      [2, 'admin.beyond_own_rights', 'roles'],
      [3, 'admin.beyond_own_rights', 'clearance'],
      [4, 'admin.beyond_own_rights', null],
    ]);
    const acts = (await world.acts('t-two')).filter(({ act }) => act === 'administration.refused');
    expect(acts.length).toBeGreaterThan(0);
    const allowed = await importRows(imports.askAs(world.administrator), rows.slice(0, 2));
    expect(allowed.ended).toMatchObject({ added: 2, failed: 0 });
    const { body } = await world.at('t-two')(world.administrator, 'GET /clearances');
    expect(body.data).toMatchObject([{ name: '越权', level: 3 }]);
  });

  test('who loses the right stops the import', async () => {
    const { world } = imports;
    const importID = await uploadRows(ask, generateRows(3, 900));
    expect((await finishImport(ask, importID, 'check')).state).toBe('checked');
    // The batch starts after the right is gone.
    await world.service.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('tenants').select('tid').where('tid', '=', 't-two').forUpdate().execute();
      await transaction
        .updateTable('member_imports')
        .set({ state: 'running', position: 0, added: 0, failed: 0 })
        .where('tid', '=', 't-two')
        .where('import_id', '=', importID)
        .execute();
      await transaction
        .updateTable('memberships')
        .set({ deny: ['org_managment'] })
        .where('tid', '=', 't-two')
        .where('fid', '=', 'f-hr')
        .execute();
      await world.service.jobs.send(transaction, { name: 'imports.batch' }, [
        { data: { tid: 't-two', importID } },
      ]);
    });
    const askOperator = imports.askAs(world.operator);
    await expect
      .poll(async () => (await askOperator(`GET /${importID}`)).data)
      .toMatchObject({ state: 'failed', code: 'admin.import_starter_left', added: 0 });
    await world.at('t-two')(world.operator, 'PUT /members/f-hr', { deny: [] });
    expect(await imports.memberByStaffID('S000900')).toBeUndefined();
  });

  test('cannot import without the right to manage people', async () => {
    const { world } = imports;
    expect(await imports.askAs(world.user, 't-one')('GET ')).toMatchObject({ code: 'app.no_rights' });
  });
});

test('the operator adds people as active members', async () => {
  const { world } = imports;
  const { ended } = await importRows(imports.askAs(world.operator), [
    { row: 1, name: '运', phone: '13900007001', staffID: 'OP1' },
  ]);
  expect(ended).toMatchObject({ added: 1, createdBy: null });
  expect(await imports.memberByStaffID('OP1')).toMatchObject({ state: 'active' });
});

describe('two tenants', () => {
  test('import the same person independently, and neither learns of the other', async () => {
    const { world } = imports;
    const rows = [{ row: 1, name: '同', phone: '13900006001', email: 'same@example.com', staffID: 'SAME' }];
    const inTwo = await importRows(ask, rows);
    const askOne = imports.askAs(world.operator, 't-one');
    const importID = await uploadRows(askOne, rows);
    await finishImport(askOne, importID, 'check');
    expect(await finishImport(askOne, importID, 'run')).toMatchObject({ added: 1 });
    expect(inTwo.ended).toMatchObject({ added: 1 });
    const [one, two] = [
      await imports.memberByStaffID('SAME', 't-one'),
      await imports.memberByStaffID('SAME'),
    ];
    expect(one?.aid).not.toBe(two?.aid);
    expect(await ask(`GET /${importID}`)).toMatchObject({
      status: 404,
      code: 'admin.import_not_found',
    });
  });

  test('user names of other tenants are counted with failed look-ups, and new ones are not limited', async () => {
    const { world } = imports;
    const names = Array.from({ length: 70 }, (_, index) => `elsewhere-${index}`);
    await world.service.db
      .insertInto('accounts')
      .values(names.map((username) => ({ aid: username, username, password_hash: 'x' })))
      .execute();
    const rows = [
      ...names.map((username, index) => ({
        row: 100 + index,
        name: '试',
        username,
        phone: `1390001${String(index).padStart(4, '0')}`,
      })),
      { row: 300, name: '新', username: 'quite-new', phone: '13900019999' },
      { row: 301, name: '无名', phone: '13900019998' },
    ];
    const { checked, ended, importID } = await importRows(ask, rows);
    expect(checked).toMatchObject({ added: 72, failed: 0 });
    expect(ended).toMatchObject({ added: 1, failed: 71 });
    const { data } = await ask(`GET /${importID}/rows?outcome=failed&limit=100`);
    const codes = Object.groupBy(
      data as { errors: { code: string }[] }[],
      ({ errors }) => errors[0]?.code ?? '',
    );
    expect(codes['admin.username_taken']).toHaveLength(60);
    expect(codes['app.too_many_requests']).toHaveLength(11);
    await world.service.db.deleteFrom('rate_counters').where('key', 'like', 'account look-ups%').execute();
  });
});
