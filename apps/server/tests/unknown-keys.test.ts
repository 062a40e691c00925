import { type CallId } from '@sealflow/contract';
import { type Call, calls, specifiedCalls } from '@sealflow/contract/schemas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, password } from '../testing/accounts.ts';
import type { TestService } from '../testing/service.ts';

let service: TestService;
let token = '';
beforeAll(async () => {
  service = await openAccounts();
  ({ token } = await service.signIn('li', password));
});
afterAll(() => service.close());

it('a sign-in with keys of other clients succeeds', async () => {
  const body = { username: 'li', password, appKey: 'key-of-an-app', version: '1.2.3' };
  expect((await service.ask(null, 'POST /api/v1/auth/token', body)).statusCode).toBe(200);
});

it.each([
  'user-msg-sessions?foo=1',
  'tenants/t-one/user-flows?page=1&limit=0',
  'tenants/t-one/user-tasks?page=1&limit=0',
])('a list ignores unknown keys: %s', async (path) => {
  const response = await service.ask(token, `GET /api/v1/${path}`);
  expect([response.statusCode, response.json()]).toMatchObject([200, { total: 0, data: [] }]);
});

it.each([
  ['download/request-workflow-source-files/none', { fileIDs: ['a'] }, 'work.flow_not_found'],
  ['tasks/none/actions/approve', { remark: '同意', appKey: 'a' }, 'work.task_not_found'],
  ['tasks/none/actions/reject', { note: '不同意', appKey: 'a' }, 'work.task_not_found'],
])('a body of %s with unknown keys is accepted', async (path, body, code) => {
  const response = await service.ask(token, `POST /api/v1/tenants/t-one/${path}`, body);
  expect([response.statusCode, response.json().code]).toEqual([404, code]);
});

const valuesInPath: Readonly<Record<string, string>> = {
  tid: 't-one',
  platform: 'android',
  name: 'app-driver-show-waybill-state',
};

/** A request with unknown keys in its query and, if it has one, in its body. */
async function askWithUnknownKeys(name: CallId) {
  const { access, query }: Call = calls[name];
  const path = name.replaceAll(/\{(\w+)\}/g, (_, part: string) => valuesInPath[part] ?? 'none');
  const body = name.startsWith('GET') ? undefined : { unknownKey: 1 };
  const needed = query && 'locations' in query.shape ? '&locations=1,2' : '';
  const of = access === 'file' ? await fileToken() : token;
  return service.ask(of, `${path}?unknownKey=1${needed}`, body);
}

const fileToken = async (): Promise<string> =>
  (await service.ask(token, 'POST /api/v1/tenants/t-one/file-token')).json().token;

it.each([...specifiedCalls])('%s ignores unknown keys of its query and body', async (name) => {
  const response = await askWithUnknownKeys(name);
  const fault = response.statusCode === 400 ? response.json() : null;
  expect(fault?.params.path ?? '').not.toContain('unknownKey');
  // The only errors are missing required properties of the body.
  const { body }: Call = calls[name];
  expect(body === undefined && fault?.code === 'app.invalid_request').toBe(false);
});

it('the other calls reject an unknown key', async () => {
  const response = await service.ask(token, 'GET /api/v1/tenants/t-one/user-candidates?foo=1');
  expect([response.statusCode, response.json().code]).toEqual([400, 'app.invalid_request']);
});
