// Signed-in screens register all errors.
import '@sealflow/domain/errors';
import type { CallId } from '@sealflow/contract';
import type { ErrorCode } from '@sealflow/domain/errors';
import { createApi } from '@sealflow/sdk/api.client.ts';
import { ApiError, endsSession, httpError } from '@sealflow/sdk/api.errors.ts';
import { describe, expect, it, vi } from 'vitest';
import { createFakeFetch, json, nothing, offline, refusal } from '../../../testing/session/answers.ts';

const sessions = 'GET /api/v1/user-msg-sessions';
const empty = { total: 0, data: [], unread: 0 };

function setUp(
  answers: Parameters<typeof createFakeFetch>[0],
  more: Partial<Parameters<typeof createApi>[0]> = {},
) {
  const { send } = createFakeFetch(answers);
  const onFailure = vi.fn<(error: ApiError, token: string | null) => void>();
  const api = createApi({
    host: 'https://service.test',
    token: async () => 'account-token',
    isOnline: () => true,
    language: () => 'en',
    onFailure,
    fetch: send,
    ...more,
  });
  return { api, onFailure };
}

describe('API call', () => {
  it('fills the path, the query, the token and the body', async () => {
    let seen: Request | undefined;
    const { api } = setUp({
      'POST /api/v1/user-msg-sessions/a%2Fb/actions/read': (request) => {
        seen = request;
        return nothing();
      },
      [sessions]: (request) => json({ ...empty, total: new URL(request.url).searchParams.toString().length }),
    });
    const answer = await api.call('POST /api/v1/user-msg-sessions/{sessionID}/actions/read', {
      params: { sessionID: 'a/b' },
      body: { upTo: 5 },
    });
    expect(answer).toBeUndefined();
    expect(seen?.headers.get('Authorization')).toBe('Bearer account-token');
    expect(await seen?.json()).toEqual({ upTo: 5 });
    const { total } = await api.call(sessions, { query: { skip: 0, limit: 10 } });
    expect(total).toBe('skip=0&limit=10'.length);
  });

  it('requests texts in the current language of the app, whichever language the browser prefers', async () => {
    const requests: (string | null)[] = [];
    let language = 'en';
    const { api } = setUp(
      {
        [sessions]: (request) => {
          requests.push(request.headers.get('Accept-Language'));
          return json(empty);
        },
      },
      { language: () => language },
    );
    await api.call(sessions, { query: {} });
    language = 'zh';
    await api.call(sessions, { query: {} });
    expect(requests).toEqual(['en', 'zh']);
  });

  it('sends another token or no token on request', async () => {
    const tokens: (string | null)[] = [];
    const { api } = setUp({
      [sessions]: (request) => {
        tokens.push(request.headers.get('Authorization'));
        return json(empty);
      },
    });
    await api.call(sessions, { query: {}, token: 'file-token' });
    await api.call(sessions, { query: {}, token: null });
    expect(tokens).toEqual(['Bearer file-token', null]);
  });

  it.each([
    [true, 'app.network_error'],
    [false, 'app.offline'],
  ])('reports a network failure (online: %s)', async (online, code) => {
    const { api } = setUp({ [sessions]: offline }, { isOnline: () => online });
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({ kind: 'network', code });
  });

  it('times out, also in the middle of an answer', async () => {
    const halfAnAnswer: typeof fetch = async (_, init) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{'));
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        }),
      );
    const { api } = setUp({}, { fetch: halfAnAnswer });
    await expect(api.call(sessions, { query: {}, timeoutMs: 20 })).rejects.toMatchObject({
      kind: 'timeout',
      code: 'app.timeout',
    });
  });

  it('passes the abort of the caller on', async () => {
    const controller = new AbortController();
    const { api } = setUp({}, { fetch: (_, init) => fetchUntilAborted(init) });
    const call = api.call(sessions, { query: {}, signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('notifies of failures with the account token only', async () => {
    const { api, onFailure } = setUp({ [sessions]: () => refusal('login.token_expired') });
    await expect(api.call(sessions, { query: {}, token: 'other' })).rejects.toBeInstanceOf(ApiError);
    expect(onFailure).not.toHaveBeenCalled();
    await expect(api.call(sessions, { query: {} })).rejects.toBeInstanceOf(ApiError);
    expect(onFailure).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'login.token_expired' }),
      'account-token',
    );
  });

  it('matches a message without a code within the areas of the call', async () => {
    const code = 'POST /api/v1/auth/vcode';
    const { api } = setUp({ [code]: () => json({ message: 'not found' }, 404) });
    const sent = api.call(code, { body: { mobileNo: '13800000000', purpose: 'login' }, token: null });
    await expect(sent).rejects.toMatchObject({ code: 'vcode.account_not_found' });
  });

  it('treats an answer that is not JSON as a network failure', async () => {
    const { api } = setUp({ [sessions]: () => new Response('<html>Sign in to the WLAN</html>') });
    await expect(api.call(sessions, { query: {} })).rejects.toMatchObject({ code: 'app.network_error' });
  });
});

function fetchUntilAborted(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DOMException('aborted', 'AbortError'));
    if (init?.signal?.aborted) fail();
    init?.signal?.addEventListener('abort', fail);
  });
}

describe('error answer', () => {
  const login = (status: number, body: unknown) => httpError({ status, body, areas: ['login'] }).code;

  it.each([
    [401, { code: 'login.account_locked', message: 'account locked', params: {} }, 'login.account_locked'],
    [401, { message: 'signature is invalid' }, 'login.signature_is_invalid'],
    [400, { message: 'rpc: account locked until noon' }, 'login.account_locked'],
    [502, null, 'app.bad_gateway'],
    [503, '<html>', 'app.bad_gateway'],
    [404, null, 'app.page_not_found'],
    [404, { message: 'Route POST:/api/v1/auth/refresh-token not found' }, 'app.page_not_found'],
    [404, { message: 'no Route matched with those values' }, 'app.page_not_found'],
    [404, { message: 'not found' }, 'login.not_found'],
    [418, { code: 'tea.pot', message: 'short and stout' }, 'app.unknown_error'],
  ])('with status %s and body %j is %s', (status, body, code) => {
    expect(login(status, body)).toBe(code);
  });

  // Messages without a code, as a server that follows the specification sends them.
  const worded = async (name: CallId, status: number, message: string) => {
    const path = name.replaceAll(/\{(\w+)\}/g, '$1');
    const { api } = setUp({ [path]: () => json({ message }, status) });
    const ids = [...name.matchAll(/\{(\w+)\}/g)].map(([, id]) => [id, id]);
    const failed: unknown = await api
      .call(
        name as 'GET /api/v1/releases/{platform}/latest',
        {
          params: Object.fromEntries(ids),
          query: {},
          ...(name.startsWith('GET ') ? {} : { body: {} }),
        } as never,
      )
      .catch((error: unknown) => error);
    return failed instanceof ApiError ? failed.code : failed;
  };
  const prepared = 'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}';
  const request = 'POST /api/v1/tenants/{tid}/download/request-workflow-source-files/{flowID}';

  it.each<[CallId, number, string, ErrorCode]>([
    [prepared, 404, 'file does not exist', 'file.file_does_not_exist'],
    [
      'GET /api/v1/tenants/{tid}/flows/{flowID}/files',
      404,
      'file does not exist',
      'file.file_does_not_exist',
    ],
    ['GET /api/v1/uploads/{uploadKey}', 404, 'file does not exist', 'file.file_does_not_exist'],
    [request, 500, 'error checking file', 'file.error_checking_file'],
    [request, 404, 'flow not found', 'work.flow_not_found'],
    [request, 400, 'no file found', 'file.no_file_found'],
    ['GET /api/v1/config-params/{name}', 404, 'config param not found', 'config.not_found'],
    ['GET /api/v1/location/convert', 400, 'invalid location', 'location.invalid'],
    ['GET /api/v1/releases/{platform}/bundle/latest', 404, 'no release', 'update.no_release'],
    ['GET /api/v1/user-msg-sessions', 400, 'empty creation error', 'message.empty_creation'],
    ['POST /api/v1/auth/vcode', 429, 'daily phone limit', 'vcode.daily_limit'],
    ['POST /api/v1/auth/vemail', 502, 'unknown error', 'vemail.unknown_error'],
    ['GET /api/v1/tenants/{tid}/current-user', 404, 'user not found', 'login.account_not_found'],
  ])('to %s with status %i and message %s is %s', async (name, status, message, code) => {
    expect(await worded(name, status, message)).toBe(code);
  });

  const everyArea: readonly CallId[] = [
    'GET /api/v1/eula',
    'POST /api/v1/files',
    'GET /api/v1/location/convert',
    'POST /api/v1/auth/vcode',
    'GET /api/v1/user-msg-sessions',
    'GET /api/v1/config-params/{name}',
    'GET /api/v1/releases/{platform}/latest',
    'GET /api/v1/tenants/{tid}/user-tasks',
    'GET /api/v1/tenants/{tid}/sealing-context',
  ];
  it.each([
    ['app-key not specified', 'app.app_key_not_specified'],
    ['app-key token error', 'app.app_key_token_error'],
    ['file does not exist', 'file.file_does_not_exist'],
    ['error checking file', 'file.error_checking_file'],
    ['signature invalid', 'app.signature_invalid'],
    ['customer user not found', 'app.customer_user_not_found'],
    ['record not found', 'app.record_not_found'],
    ['generate user token error', 'app.generate_user_token_error'],
  ])('with message %s is %s in every area', async (message, code) => {
    for (const name of everyArea) expect([name, await worded(name, 400, message)]).toEqual([name, code]);
  });

  it('ends a session when the account is not found, but not when a path or record is not found', () => {
    const ends = (message: string) =>
      endsSession(httpError({ status: 404, body: { message }, areas: ['login'] }));
    expect(ends('account not found')).toBe(true);
    expect(ends('Route POST:/api/v1/auth/refresh-token not found')).toBe(false);
    expect(ends('upstream not found')).toBe(false);
    expect(ends('not found')).toBe(false);
  });

  it('about the sign-in ends the session, whatever was requested', () => {
    const body = { message: 'signature is invalid' };
    expect(httpError({ status: 401, body, areas: ['work'] }).code).toBe('login.signature_is_invalid');
    const elsewhere = { message: 'signature invalid' };
    const { code } = httpError({ status: 400, body: elsewhere, areas: ['work'] });
    expect(code).toBe('app.signature_invalid');
  });
});
