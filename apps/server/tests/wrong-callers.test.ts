import { type Call, calls } from '@sealflow/contract/schemas';
import * as fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valuesOf } from './generated-client/from-schema.ts';
import { KnownThings } from './generated-client/known-things.ts';
import { type Operation, operationsOf, problemOf } from './generated-client/openapi-document.ts';
import {
  type MatrixWorld,
  openMatrixWorld,
  otherTid,
  type TokenName,
  tid,
} from './wrong-callers/matrix-world.ts';

let world: MatrixWorld;
let operations: ReadonlyMap<string, Operation>;
let grantedBefore: number;

beforeAll(async () => {
  world = await openMatrixWorld();
  const document = (await world.service.ask(null, 'GET /api/v1/openapi.json')).json();
  operations = new Map(operationsOf(document).map((operation) => [operation.name, operation]));
  grantedBefore = await countGranted();
});
afterAll(() => world?.close());

const all = Object.entries(calls) as [string, Call][];
const kindOf = ({ access }: Call) => (typeof access === 'string' ? access : 'right');

const ended: readonly TokenName[] = [
  'expired',
  'signed out',
  'device withdrawn',
  'password changed',
  'account closed',
  'sessions ended',
];
const outside: readonly TokenName[] = ['stranger', 'nobodys', 'membership ended', 'suspended'];

/** Callers whose tokens no operation with that access accepts. */
const wrong: Readonly<Record<Exclude<ReturnType<typeof kindOf>, 'public'>, readonly TokenName[]>> = {
  account: [...ended, 'file', 'for another server', 'operator'],
  tenant: [...ended, ...outside, 'file', 'for another server', 'operator'],
  right: [
    ...ended,
    ...outside,
    'employee',
    'approver',
    'colleague',
    'file',
    'for another server',
    'operator withdrawn',
  ],
  file: [
    ...ended,
    'employee',
    'administrator',
    'operator',
    'for another server',
    'file, signed out',
    'file, membership ended',
    'file, account closed',
  ],
  operator: [
    ...ended,
    'employee',
    'administrator',
    'nobodys',
    'file',
    'for another server',
    'operator withdrawn',
  ],
};

test('only these calls require no authentication', () => {
  expect(all.flatMap(([name, call]) => (call.access === 'public' ? [name] : [])).toSorted()).toEqual([
    'GET /.well-known/jwks.json',
    'GET /api/v1/auth/password-rules',
    'GET /api/v1/environment',
    'GET /api/v1/eula',
    'GET /api/v1/privacy-policy',
    'GET /api/v1/releases/files/{uri}',
    'GET /api/v1/releases/{platform}/bundle/latest',
    'GET /api/v1/releases/{platform}/latest',
    'POST /api/v1/auth/token',
    'POST /api/v1/auth/update-password',
    'POST /api/v1/auth/vcode',
    'POST /api/v1/auth/vemail',
    'POST /api/v1/setup/actions/check',
    'POST /api/v1/setup/actions/create-operator',
    'POST /api/v1/setup/actions/enrol-totp',
  ]);
});

describe('calls by a wrong caller are rejected and reveal nothing', () => {
  test.each(all.filter(([, call]) => call.access !== 'public'))('%s', async (name, call) => {
    const kind = kindOf(call);
    if (kind === 'public') throw new Error('everybody may');
    const problems: string[] = [];
    const tokens: readonly (readonly [string, string | null])[] = [
      ['no token', null],
      ['malformed token', 'x'],
      ['malformed token of three parts', 'a.b.c'],
      ...wrong[kind].map((who) => [who, world.tokens[who]] as const),
    ];
    for (const [who, token] of tokens) {
      const response = await ask(token, name, { things: world.things });
      const problem = problemOfRefusal(name, response);
      if (problem) problems.push(`${who}: ${response.statusCode} ${response.body.slice(0, 200)}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });
});

/** Parameters with IDs of personal data. */
const personal = new Set(['flowID', 'taskID', 'sessionID', 'downloadID', 'uri', 'uploadKey', 'id']);
/** Parameters with IDs that belong to exactly one tenant. */
const tenants = new Set(['flowID', 'taskID', 'fid', 'documentID', 'postID', 'roleID', 'orgID', 'deviceID']);
const named = ({ params }: Call) => Object.keys(params?.shape ?? {}).filter((name) => name !== 'tid');

describe('calls for data of another person are rejected', () => {
  const ofPersons = all.filter(
    ([, call]) =>
      ['account', 'tenant', 'file'].includes(kindOf(call)) && named(call).some((one) => personal.has(one)),
  );
  test.each(ofPersons)('%s', async (name, call) => {
    const token = world.tokens[call.access === 'file' ? 'file, colleague' : 'colleague'];
    expect(problemOfRefusal(name, await askWell(token, name, { things: world.things }))).toBeUndefined();
  });
});

describe('calls by an administrator that name objects of another tenant are rejected', () => {
  const ofTenants = all.filter(
    ([, call]) => kindOf(call) === 'right' && named(call).some((one) => tenants.has(one)),
  );
  test.each(ofTenants)('%s', async (name) => {
    const things = { ...world.things, tid: otherTid };
    for (const who of ['administrator', 'operator'] as const) {
      const response = await askWell(world.tokens[who], name, { things });
      expect(
        problemOfRefusal(name, response),
        `${who}: ${response.statusCode} ${response.body}`,
      ).toBeUndefined();
    }
  });
});

describe('bodies that name objects of other people are rejected', () => {
  const asColleague = async (call: string, body: object) => {
    const response = await world.service.ask(
      world.tokens.colleague,
      `POST /api/v1/tenants/${tid}/${call}`,
      body,
    );
    expect(world.secrets.filter((secret) => response.body.includes(secret))).toEqual([]);
    return response.json();
  };

  test.each(['approve', 'reject'])('a task among several, to %s', async (verdict) => {
    const { taskID } = world.things;
    const { data } = await asColleague(`tasks/actions/${verdict}`, { tasks: [{ taskID }] });
    expect(data).toMatchObject([{ ok: false, state: null, code: 'work.task_not_found' }]);
  });

  test('a file in an application', async () => {
    const { type, uri } = world.things;
    const application = { type, title: 'Mine', description: '', files: [uri] };
    expect((await asColleague('user-flows', application)).code).toBe('file.file_does_not_exist');
    expect((await asColleague('user-flows', { ...application, submit: false })).code).toBe(
      'file.file_does_not_exist',
    );
  });
});

test.each(ended)('accepts no old password and sends no code for a token that is %s', async (who) => {
  const token = world.tokens[who];
  const requests = [
    ['POST /api/v1/auth/update-password', { oldPassword: 'Demo@2026', newPassword: 'Other-horse-31' }],
    ['POST /api/v1/auth/vcode', { mobileNo: '13912341234', purpose: 'update' }],
    ['POST /api/v1/auth/vemail', { email: 'new@example.com', purpose: 'update' }],
  ] as const;
  for (const [call, body] of requests) {
    expect(problemOfRefusal(call, await world.service.ask(token, call, body))).toBeUndefined();
  }
});

test('no rejected request had an effect', async () => {
  expect(await countGranted()).toBe(grantedBefore);
});

interface Given {
  readonly things: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function ask(token: string | null, name: string, { things, body }: Given): Promise<LightMyRequestResponse> {
  const call = name.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const thing = things[parameter];
    if (thing === undefined)
      throw new Error(`no thing is known for {${parameter}}: add one to matrix-world.ts`);
    return encodeURIComponent(thing);
  });
  return world.service.ask(token, call, typeof body === 'object' && body !== null ? body : undefined);
}

/** Sends a valid query and body, so that only the access check can reject the request. */
async function askWell(token: string, name: string, { things }: Given): Promise<LightMyRequestResponse> {
  const operation = operations.get(name);
  if (!operation) throw new Error(`${name} is not in the document`);
  const known = new KnownThings();
  for (const [key, value] of Object.entries(things)) known.add(key, value);
  const bodies = operation.body
    ? fc.sample(valuesOf(operation.body, { known, noise: 0 }), { numRuns: 30, seed: 1 })
    : [undefined];
  let last: LightMyRequestResponse | undefined;
  for (const body of bodies) {
    last = await ask(token, name, { things, body });
    if (last.json().code !== 'app.invalid_request') return last;
  }
  throw new Error(`${name} takes none of the bodies that were made: ${last?.body}`);
}

function problemOfRefusal(name: string, response: LightMyRequestResponse): string | undefined {
  const { statusCode: status, body } = response;
  if (![401, 403, 404].includes(status)) return 'not refused as such';
  const received = { status, type: String(response.headers['content-type']), body };
  const problem = problemOf(operations.get(name), received);
  if (problem) return problem;
  const { code, message, params, ...more } = response.json();
  if (Object.keys(more).length > 0 || typeof code !== 'string' || typeof message !== 'string')
    return 'more than an error';
  if (JSON.stringify(params) !== '{}') return 'values beside the code';
  const leaked = world.secrets.find((secret) => body.includes(secret));
  return leaked === undefined ? undefined : `it tells ${leaked}`;
}

async function countGranted(): Promise<number> {
  const { rows } = await world.service.accounts.pool.query<{ count: string }>(
    `select count(*) from audit_records where decision = 'granted' and (tid in ('${tid}', '${otherTid}') or tid is null)`,
  );
  return Number(rows[0]?.count);
}
