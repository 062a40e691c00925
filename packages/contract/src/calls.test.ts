import { isErrorCode } from '@sealflow/domain/errors';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessErrors } from './access.errors.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { errorBody } from './common.schemas.ts';
import type { CallId } from './index.ts';
import { specifiedCalls } from './specified-calls.ts';

const declared = Object.entries(calls) as [string, Call][];

describe('every declared call', () => {
  test.each(declared)('%s is well formed', (name, call) => {
    const [method, path] = name.split(' ');
    expect(path).toMatch(/^\/(api\/v1|\.well-known)\//);

    const inPath = [...(path ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(new Set(Object.keys(call.params?.shape ?? {}))).toEqual(new Set(inPath));

    const ofTenant = call.access === 'tenant' || typeof call.access === 'object';
    expect(inPath.includes('tid') || !ofTenant, 'a call of a tenant names it').toBe(true);
    expect(call.body === undefined || method !== 'GET', 'a GET has no body').toBe(true);
    expect(call.errors.filter((code) => !isErrorCode(code))).toEqual([]);
  });

  test.each(declared)('%s has a well-formed summary, and declares only its own errors', (_name, call) => {
    expect(call.summary).toMatch(/^[A-Z].*[^.\s]$/);
    const byAccess = accessErrors[typeof call.access === 'string' ? call.access : 'right'];
    expect(call.errors.filter((code) => byAccess.includes(code))).toEqual([]);
    expect(new Set(call.errors).size).toBe(call.errors.length);
  });

  // The host serves keys, classifications, audit, people, messages, personal data and file tokens. The separate server
  // of a tenant serves the rest.
  const ofHost =
    /\/account\/|\/tenants\/\{tid\}\/(?:audit|documents|file-token|licence-key|sealing-context|user-documents|admin\/(?:classifications|clearances|delivery-failures|devices|documents|events|imports|licence-keys|members|members-export|messages|organisations|overview|people|roles|settings))(?:\/|$)/;
  test.each(declared)('%s is bound to the host if its data is stored there', (name, call) => {
    expect(call.home).toBe(ofHost.test(name) ? 'host' : undefined);
  });

  const alternativesOf = (part: z.ZodType) => {
    const { additionalProperties, anyOf } = z.toJSONSchema(part, { io: 'input' });
    return anyOf ?? [{ additionalProperties }];
  };

  test.each(declared)('%s rejects unknown keys, unless the specification defines the call', (name, call) => {
    for (const schema of call.params ? alternativesOf(call.params) : [])
      expect(schema).toMatchObject({ additionalProperties: false });
    const isSpecified = specifiedCalls.has(name as CallId);
    for (const part of [call.query, call.body].filter((one) => one !== undefined))
      for (const { additionalProperties } of alternativesOf(part))
        expect(additionalProperties === false).toBe(!isSpecified);
  });

  test.each(declared)('%s has an answer that converts to JSON Schema', (_name, call) => {
    if (typeof call.answer === 'string') return;
    const { type, anyOf } = z.toJSONSchema(call.answer, { io: 'output' });
    // An object, or null where there may be nothing to tell.
    const kinds = anyOf?.map((one) => one.type).filter((kind) => kind !== 'null') ?? [type];
    expect(kinds).toEqual(['object']);
  });
});

describe('step-up', () => {
  const required = declared.filter(([, call]) => call.stepUp !== undefined);

  test('is required before changes of rights, of many members, of keys and of operators, and the export of an audit or an archive', () => {
    expect(required.map(([name]) => name.replace('/api/v1', '')).toSorted()).toEqual(
      [
        'DELETE /tenants/{tid}/admin/roles/{roleID}',
        'GET /admin/audit/export',
        'GET /admin/tenants/{tid}/archives/{archiveID}/export',
        'GET /tenants/{tid}/audit/export',
        'POST /admin/accounts/{aid}/actions/remove-totp',
        'POST /admin/operator-accounts',
        'POST /admin/operators',
        'POST /admin/operators/{operatorID}/actions/withdraw',
        'POST /admin/setup-links',
        'POST /admin/signing-keys/actions/rotate',
        'POST /admin/signing-keys/{kid}/actions/withdraw',
        'POST /tenants/{tid}/admin/devices/actions/bulk',
        'POST /tenants/{tid}/admin/documents/actions/bulk',
        'POST /tenants/{tid}/admin/imports/{importID}/actions/run',
        'POST /tenants/{tid}/admin/licence-keys/{generation}/actions/withdraw',
        'POST /tenants/{tid}/admin/members',
        'POST /tenants/{tid}/admin/members/actions/bulk',
        'POST /tenants/{tid}/licence-key/actions/rotate',
        'POST /tenants/{tid}/admin/roles',
        'PUT /tenants/{tid}/admin/members/{fid}',
        'PUT /tenants/{tid}/admin/roles/{roleID}',
      ].toSorted(),
    );
  });

  test.each(required)('%s declares the refusal and is answered where the session is', (_name, call) => {
    expect(call.access === 'operator' || (typeof call.access === 'object' && call.home === 'host')).toBe(
      true,
    );
  });
});

describe('list queries', () => {
  const { query } = calls['GET /api/v1/tenants/{tid}/user-tasks'];

  test('start at 0 with 10 entries by default', () => {
    expect(query.parse({})).toMatchObject({ skip: 0, limit: 10 });
  });

  test('accept a limit of 0 for the count alone, and of 100 at most', () => {
    expect(query.parse({ limit: '0' }).limit).toBe(0);
    expect(query.parse({ limit: '100' }).limit).toBe(100);
    expect(query.safeParse({ limit: '101' }).success).toBe(false);
    expect(query.safeParse({ skip: '-1' }).success).toBe(false);
    expect(query.safeParse({ skip: '1.5' }).success).toBe(false);
  });

  test('accept only times within the range of calendar and database', () => {
    expect(query.parse({ createAtFrom: '1790000000000' }).createAtFrom).toBe(1_790_000_000_000);
    for (const time of ['9007199254740991', '-9007199254740991', '1e300', 'x'])
      expect(query.safeParse({ createAtFrom: time }).success).toBe(false);
    const { body } = calls['POST /api/v1/user-msg-sessions/{sessionID}/actions/read'];
    expect(body.safeParse({ upTo: 9_007_199_254_740_991 }).success).toBe(false);
  });

  test('accept the short type names of the count call', () => {
    expect(query.parse({ state: 'awaiting', type: 'approval' })).toMatchObject({ type: 'approval' });
  });
});

describe('a decision', () => {
  const { body } = calls['POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve'];

  test('accepts its remark under either name', () => {
    expect(body.parse({ remark: ' 同意 ' })).toEqual({ remark: '同意' });
    expect(body.parse({ note: '同意' })).toEqual({ note: '同意' });
    expect(body.parse({ remark: '同意', note: '同意' })).toEqual({ remark: '同意', note: '同意' });
  });

  test('rejects two different remarks', () => {
    expect(body.safeParse({ remark: '同意', note: '不同意' }).success).toBe(false);
  });
});

test('a member of a tenant can be denied a right or a button of work, and nothing else', () => {
  const { body } = calls['PUT /api/v1/tenants/{tid}/admin/members/{fid}'];
  expect(body.parse({ deny: ['app_login', 'task_handle', 'flow_download'] })).toEqual({
    deny: ['app_login', 'task_handle', 'flow_download'],
  });
  expect(body.safeParse({ deny: ['task_everything'] }).success).toBe(false);
  expect(body.safeParse({ rights: ['task_handle'] }).success).toBe(false);
});

describe('sign-in', () => {
  const { body } = calls['POST /api/v1/auth/token'];

  test('accepts a password, or a code sent to a phone or an e-mail address', () => {
    expect(body.safeParse({ username: 'a', password: 'b' }).success).toBe(true);
    expect(body.safeParse({ mobileNo: '13800138000', code: '123456' }).success).toBe(true);
    expect(body.safeParse({ email: 'a@example.com', code: '123456' }).success).toBe(true);
    expect(body.safeParse({ username: 'a', code: '123456' }).success).toBe(false);
  });

  test('strips additional fields of other clients', () => {
    const appKey = 'key-of-an-app';
    expect(body.parse({ username: 'a', password: 'b', appKey })).toEqual({ username: 'a', password: 'b' });
    const change = calls['POST /api/v1/auth/update-password'].body;
    const reset = { mobileNo: '13800138000', code: '123456', newPassword: 'Correct-horse-9' };
    expect(change.parse({ ...reset, appKey })).toEqual(reset);
    const byEmail = { email: 'a@example.com', code: '123456', newPassword: 'Correct-horse-9' };
    expect(change.parse(byEmail)).toEqual(byEmail);
    const codeFor = { mobileNo: '13800138000', purpose: 'login' };
    expect(calls['POST /api/v1/auth/vcode'].body.parse({ ...codeFor, appKey })).toEqual(codeFor);
    const challenge = { challenge: 'of-a-sign-in' };
    expect(calls['POST /api/v1/auth/vemail'].body.parse({ ...challenge, appKey })).toEqual(challenge);
  });

  test('rejects a private key', () => {
    const key = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
    const device = {
      id: 'device-1',
      name: 'Pixel',
      platform: 'web',
      agreementKey: key,
      signingKey: key,
      proof: 'a.b.c',
    };
    const signIn = (extra: object) =>
      body.safeParse({
        username: 'a',
        password: 'b',
        device: { ...device, agreementKey: { ...key, ...extra } },
      }).success;
    expect(signIn({})).toBe(true);
    expect(signIn({ d: 'A'.repeat(43) })).toBe(false);
  });
});

test('an error contains only its code, message and parameters', () => {
  const error = { code: 'login.account_locked', message: 'account locked', params: { minutes: 5 } };
  expect(errorBody.parse({ ...error, stack: 'secret' })).toEqual(error);
});
