import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../../testing/service.ts';
import { createOperatorCredential } from '../administration/operators.usecases.ts';

const draft = '/api/v1/admin/agreements/eula/draft';
const none = { data: { draft: null } };
const content = {
  version: '3.0',
  zh: { title: '协议', text: '第一条' },
  en: { title: 'Terms', text: 'First' },
  asksAgain: true,
};

let service: TestService;
let operator: string;
beforeAll(async () => {
  service = await openTestService();
  operator = await createOperatorCredential(service.db);
});
afterAll(() => service.close());

const ask = (call: string, body?: object, tag?: string) =>
  service.ask(operator, call, body, tag === undefined ? {} : { 'if-match': tag });
const tagNow = async () => String((await ask(`GET ${draft}`)).headers['etag']);
const versionInForce = async () => (await service.ask(null, 'GET /api/v1/eula')).json().version;

it('keeps an incomplete draft apart from the version in force until it is discarded', async () => {
  expect((await ask(`GET ${draft}`)).json()).toEqual(none);
  const incomplete = { ...content, version: '', en: { title: '', text: '' } };
  const saved = await ask(`PUT ${draft}`, incomplete);
  expect(saved.json().data.draft).toMatchObject({ ...incomplete, savedAt: service.time.now });
  expect(saved.headers['etag']).toBe(await tagNow());
  const refused = await ask(`POST ${draft}/actions/publish`);
  expect(refused.json().code).toBe('admin.agreement_draft_incomplete');
  expect(await versionInForce()).toBe('1.0');
  expect((await ask(`DELETE ${draft}`)).statusCode).toBe(204);
  expect((await ask(`GET ${draft}`)).json()).toEqual(none);
  for (const call of [`DELETE ${draft}`, `POST ${draft}/actions/publish`])
    expect((await ask(call)).json().code).toBe('admin.no_draft');
});

it('refuses each change of a draft that another operator changed or began meanwhile', async () => {
  const before = await tagNow();
  await ask(`PUT ${draft}`, content, before);
  const current = await tagNow();
  const refused = await Promise.all([
    ask(`PUT ${draft}`, { ...content, version: '9' }, before),
    ask(`DELETE ${draft}`, undefined, before),
    ask(`POST ${draft}/actions/publish`, undefined, before),
  ]);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([412, 412, 412]);
  expect(await tagNow()).toBe(current);
});

it('is published once with its question, and every change is audited', async () => {
  await ask(`PUT ${draft}`, content);
  const published = await ask(`POST ${draft}/actions/publish`, undefined, await tagNow());
  expect(published.json().data).toEqual({ version: '3.0', publishedAt: service.time.now });
  expect(await versionInForce()).toBe('3.0');
  expect((await ask(`GET ${draft}`)).json()).toEqual(none);
  const listed = (await ask('GET /api/v1/admin/agreements')).json().data[0];
  expect(listed).toMatchObject({ version: '3.0', asksAgain: true, agreed: 0 });
  await ask(`PUT ${draft}`, content);
  const again = await ask(`POST ${draft}/actions/publish`);
  expect(again.json().code).toBe('admin.agreement_version_exists');
  const { rows } = await sql<{ act: string; subject: string }>`
    select distinct on (act) act, subject from audit_records where act like 'deployment.agreement%' order by act
  `.execute(service.db);
  expect(rows).toEqual([
    { act: 'deployment.agreement_draft_discarded', subject: 'eula' },
    { act: 'deployment.agreement_draft_saved', subject: 'eula' },
    { act: 'deployment.agreement_published', subject: 'eula 3.0' },
  ]);
});
