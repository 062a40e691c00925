import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import type { TestService } from '../../../testing/service.ts';
import { addMember } from '../tenants/tenants.usecases.ts';

let service: TestService;
const tokens: Record<string, string> = {};
const at = '/api/v1/tenants/t-two/admin/settings';
const logo = `data:image/png;base64,${Buffer.from('logo').toString('base64')}`;

beforeAll(async () => {
  service = await openAccounts({ UPLOAD_TENANT_QUOTA_BYTES: '5000', SESSION_DAYS: '30', FLOW_DAYS: '900' });
  const { db } = service;
  await addMember(db, { tid: 't-two', fid: 'f-wang', aid: 'wang', name: '王', roles: ['users'] });
  await addMember(db, {
    tid: 't-two',
    fid: 'f-people',
    aid: 'guest',
    name: '人',
    roles: ['users'],
    rights: ['org_managment'],
  });
  for (const name of ['li', 'wang', 'guest']) tokens[name] = (await service.signIn(name, password)).token;
});
afterAll(() => service.close());

const ask = (name: string, call: string, body?: object) => service.ask(tokens[name] ?? '', call, body);
const read = async () => (await ask('li', `GET ${at}`)).json().data;
const countOf = async (act: string) =>
  (await service.db.selectFrom('readable_audit_records').select('act').where('act', '=', act).execute())
    .length;

describe('settings of an organisation', () => {
  it('show those of the deployment and what a second factor would affect', async () => {
    expect(await read()).toMatchObject({
      name: '乙公司',
      secondFactor: 'none',
      operated: { serviceVersion: 'eds-pro_15.4', isLocal: true },
      deployment: {
        passwordRules: 'specification',
        sessionDays: 30,
        quotaBytes: { tenant: 5000 },
        agreements: 'built_in',
      },
      // Only li has verified contacts.
      affects: { members: 3, withoutContact: 2 },
    });
  });

  it('are changed by an administrator, with a record of the act and of the direction of the second factor', async () => {
    const before = await countOf('tenant.changed');
    const changed = await ask('li', `PUT ${at}`, { name: '乙集团', logo, secondFactor: 'new_devices' });
    expect(changed.json().data).toMatchObject({ name: '乙集团', logo, secondFactor: 'new_devices' });
    expect(await read()).toMatchObject({ name: '乙集团', otherClientsAllowed: false });
    expect(await countOf('tenant.changed')).toBe(before + 1);
    expect(await countOf('tenant.second_factor_demanded')).toBe(1);
    await ask('li', `PUT ${at}`, { secondFactor: 'none', logo: null });
    expect(await read()).toMatchObject({ name: '乙集团', logo: null, secondFactor: 'none' });
    expect(await countOf('tenant.second_factor_dropped')).toBe(1);
  });

  it('decide whether the app of every member draws exact pages', async () => {
    expect(await read()).toMatchObject({ exactPages: 'ask' });
    const current = async () => (await ask('wang', 'GET /api/v1/tenants/t-two/current-user')).json();
    for (const exactPages of ['preload', 'off', 'ask']) {
      expect((await ask('li', `PUT ${at}`, { exactPages })).json().data).toMatchObject({ exactPages });
      expect(await current()).toMatchObject({ exactPages });
    }
    expect((await ask('li', `PUT ${at}`, { exactPages: 'on' })).statusCode).toBe(400);
  });

  it('let the service convert documents, with a record of the direction', async () => {
    expect(await read()).toMatchObject({ renditions: false });
    const current = async () => (await ask('wang', 'GET /api/v1/tenants/t-two/current-user')).json();
    for (const [renditions, act] of [
      [true, 'tenant.renditions_enabled'],
      [false, 'tenant.renditions_disabled'],
    ] as const) {
      for (const _ of ['changed', 'the same again'])
        expect((await ask('li', `PUT ${at}`, { renditions })).json().data).toMatchObject({ renditions });
      expect(await current()).toMatchObject({ renditions });
      expect(await countOf(act)).toBe(1);
    }
  });

  it('let administrators see the figures of people, with a record of the direction', async () => {
    expect(await read()).toMatchObject({ insightOnPeople: false });
    for (const [insightOnPeople, act] of [
      [true, 'tenant.insight_on_people_enabled'],
      [false, 'tenant.insight_on_people_disabled'],
    ] as const) {
      for (const _ of ['changed', 'the same again'])
        expect((await ask('li', `PUT ${at}`, { insightOnPeople })).json().data).toMatchObject({
          insightOnPeople,
        });
      expect(await countOf(act)).toBe(1);
    }
  });

  it('decide whether the app of every member indexes the text of documents', async () => {
    expect(await read()).toMatchObject({ fullTextSearch: true });
    const current = async () => (await ask('wang', 'GET /api/v1/tenants/t-two/current-user')).json();
    for (const fullTextSearch of [false, true]) {
      expect((await ask('li', `PUT ${at}`, { fullTextSearch })).json().data).toMatchObject({
        fullTextSearch,
      });
      expect(await current()).toMatchObject({ fullTextSearch });
    }
  });

  it('allow printing up to a level, off by default, with a record of the level', async () => {
    expect(await read()).toMatchObject({ printingMaxLevel: null });
    const setTo = async (printingMaxLevel: number | null) =>
      (await ask('li', `PUT ${at}`, { printingMaxLevel })).json().data?.printingMaxLevel;
    for (const level of [2, 2, 0, null, null]) expect(await setTo(level)).toBe(level);
    const records = await service.db
      .selectFrom('readable_audit_records')
      .select(['act', 'subject'])
      .where('act', 'like', 'tenant.printing%')
      .orderBy('id')
      .execute();
    expect(records).toEqual([
      { act: 'tenant.printing_enabled', subject: 't-two level 2' },
      { act: 'tenant.printing_enabled', subject: 't-two level 0' },
      { act: 'tenant.printing_disabled', subject: 't-two' },
    ]);
    expect((await ask('li', `PUT ${at}`, { printingMaxLevel: -1 })).statusCode).toBe(400);
    expect((await ask('wang', `PUT ${at}`, { printingMaxLevel: 9 })).statusCode).toBe(403);
    expect(await read()).toMatchObject({ printingMaxLevel: null });
  });

  it('keep messages and applications for a time of their own, up to that of the deployment', async () => {
    expect(await read()).toMatchObject({
      messageDays: null,
      applicationDays: null,
      deployment: { retentionDays: { messages: null, applications: 900 } },
    });
    const kept = { messageDays: 30, applicationDays: 900 };
    for (const _ of ['changed', 'the same again'])
      expect((await ask('li', `PUT ${at}`, kept)).json().data).toMatchObject(kept);
    const tooLong = await ask('li', `PUT ${at}`, { applicationDays: 901 });
    expect([tooLong.statusCode, tooLong.json().code]).toEqual([400, 'admin.retention_too_long']);
    for (const body of [{ messageDays: 29 }, { applicationDays: 364 }, { messageDays: 30.5 }])
      expect((await ask('li', `PUT ${at}`, body)).statusCode).toBe(400);
    expect((await ask('wang', `PUT ${at}`, { messageDays: null })).statusCode).toBe(403);
    expect(await read()).toMatchObject(kept);
    await ask('li', `PUT ${at}`, { messageDays: null, applicationDays: null });
    const records = await service.db
      .selectFrom('readable_audit_records')
      .select('subject')
      .where('act', '=', 'tenant.retention_changed')
      .orderBy('id')
      .execute();
    expect(records.map(({ subject }) => subject)).toEqual([
      't-two messages 30 days applications 900 days',
      't-two messages default applications default',
    ]);
  });

  it.each([
    { serviceAPI: 'https://elsewhere.example' },
    { namespace: 'elsewhere.example' },
    { isLocal: false },
    { serviceVersion: 'x' },
    { logo: 'https://elsewhere.example/logo.png' },
  ])('cannot be changed by an administrator: %j', async (body) => {
    const before = await read();
    expect((await ask('li', `PUT ${at}`, body)).statusCode).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('are not overwritten by an administrator who read an earlier state', async () => {
    const tag = (await ask('li', `GET ${at}`)).headers['etag'];
    const save = (name: string) =>
      service.ask(tokens['li'] ?? '', `PUT ${at}`, { name }, { 'if-match': String(tag) });
    expect((await save('甲集团')).statusCode).toBe(200);
    const late = await save('丙集团');
    expect([late.statusCode, late.json().code]).toEqual([412, 'admin.changed_meanwhile']);
    expect((await read()).name).toBe('甲集团');
  });

  it('require the right of administration in this tenant', async () => {
    for (const name of ['wang', 'guest']) {
      expect((await ask(name, `GET ${at}`)).json().code).toBe('app.no_rights');
      expect((await ask(name, `PUT ${at}`, { name: 'x' })).json().code).toBe('app.no_rights');
    }
    const other = '/api/v1/tenants/t-one/admin/settings';
    expect((await ask('li', `PUT ${other}`, { name: 'x' })).json().code).toBe('app.no_rights');
  });
});
