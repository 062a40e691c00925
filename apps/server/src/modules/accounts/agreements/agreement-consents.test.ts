import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import type { TestService } from '../../../../testing/service.ts';
import { createOperatorCredential } from '../administration/operators.usecases.ts';

let service: TestService;
let operator: string;
let token: string;
beforeAll(async () => {
  service = await openAccounts();
  operator = await createOperatorCredential(service.db);
  ({ token } = await service.signIn('li', password));
});
afterAll(() => service.close());

async function publish(version: string, asksAgain?: boolean): Promise<void> {
  service.time.now += 1000;
  await service.ask(operator, 'POST /api/v1/admin/agreements/privacy-policy/versions', {
    version,
    zh: { title: '隐私政策', text: `第一条 ${version}` },
    en: { title: 'Privacy policy', text: `First ${version}` },
    ...(asksAgain === undefined ? {} : { asksAgain }),
  });
}
const asked = async (language = 'en') =>
  (await service.ask(token, `GET /api/v1/account/agreements?language=${language}`)).json().data;
const agree = (version: string) =>
  service.ask(token, 'POST /api/v1/account/agreements/privacy-policy/actions/agree', { version });

it('asks nobody while no published version asks again', async () => {
  expect(await asked()).toEqual([]);
  await publish('2.0');
  expect(await asked()).toEqual([]);
});

it('asks with the text in force until the account agrees, and counts it once', async () => {
  await publish('2.1', true);
  await publish('2.2');
  expect(await asked()).toEqual([
    {
      agreement: 'privacy-policy',
      version: '2.2',
      language: 'en',
      title: 'Privacy policy',
      text: 'First 2.2',
    },
  ]);
  expect((await asked('zh'))[0]).toMatchObject({ language: 'zh', text: '第一条 2.2' });
  expect((await agree('2.1')).json().code).toBe('login.agreement_changed');
  const at = service.time.now;
  expect((await agree('2.2')).statusCode).toBe(204);
  service.time.now += 1000;
  expect((await agree('2.2')).statusCode).toBe(204);
  expect(await asked()).toEqual([]);
  const { data } = (await service.ask(operator, 'GET /api/v1/admin/agreements')).json();
  expect(data[1]).toMatchObject({ version: '2.2', asksAgain: false, agreed: 1 });
  expect(data[1].accounts).toBeGreaterThan(1);
  const listed = await service.ask(operator, 'GET /api/v1/admin/agreements/privacy-policy/versions');
  expect(listed.json().data).toMatchObject([
    { version: '2.2', asksAgain: false, agreed: 1 },
    { version: '2.1', asksAgain: true, agreed: 0 },
    { version: '2.0', asksAgain: false, agreed: 0 },
  ]);
  const { rows } = await sql`select aid, version, agreed_at from agreement_consents`.execute(service.db);
  expect(rows).toEqual([{ aid: 'li', version: '2.2', agreed_at: new Date(at) }]);
  const acts = await sql`
    select distinct subject from audit_records where act = 'account.agreed'`.execute(service.db);
  expect(acts.rows).toEqual([{ subject: 'privacy-policy 2.2' }]);
});

it('asks again for each later version that asks, and lets the account work meanwhile', async () => {
  await publish('3.0', true);
  expect(await asked()).toMatchObject([{ version: '3.0' }]);
  expect((await service.ask(token, 'GET /api/v1/devices')).statusCode).toBe(200);
});

it('rejects the built-in text, to which the sign-in agrees', async () => {
  const response = await service.ask(token, 'POST /api/v1/account/agreements/eula/actions/agree', {
    version: '1.0',
  });
  expect(response.json().code).toBe('login.agreement_changed');
});
