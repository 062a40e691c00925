import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, password } from '../src/app/test-accounts.ts';
import type { TestService } from '../src/app/test-service.ts';

let service: TestService;
let token = '';
beforeAll(async () => {
  service = await openAccounts();
  ({ token } = await service.signIn('li', password));
});
afterAll(() => service.close());

it('a sign-in with keys of other clients is a sign-in', async () => {
  const body = { username: 'li', password, appKey: 'key-of-an-app', version: '1.2.3' };
  expect((await service.ask(null, 'POST /api/v1/auth/token', body)).statusCode).toBe(200);
});

it.each([
  'user-msg-sessions?foo=1',
  'tenants/t-one/user-flows?page=1&limit=0',
  'tenants/t-one/user-tasks?page=1&limit=0',
])('a list ignores what it does not know: %s', async (path) => {
  const answer = await service.ask(token, `GET /api/v1/${path}`);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { total: 0, data: [] }]);
});

it.each([
  ['download/request-workflow-source-files/none', { fileIDs: ['a'] }, 'work.flow_not_found'],
  ['tasks/none/actions/approve', { remark: '同意', appKey: 'a' }, 'work.task_not_found'],
  ['tasks/none/actions/reject', { note: '不同意', appKey: 'a' }, 'work.task_not_found'],
])('a body of %s with unknown keys is read', async (path, body, code) => {
  const answer = await service.ask(token, `POST /api/v1/tenants/t-one/${path}`, body);
  expect([answer.statusCode, answer.json().code]).toEqual([404, code]);
});

it('the other calls reject a key that they do not know', async () => {
  const answer = await service.ask(token, 'GET /api/v1/tenants/t-one/user-candidates?foo=1');
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'app.invalid_request']);
});
