import { type Call, calls } from '@sealflow/contract/schemas';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOf, type Row } from './isolation/isolation-page.ts';
import {
  type IsolationWorld,
  identifyingParameters,
  openIsolationWorld,
  type TestIDs,
} from './isolation/isolation-world.ts';
import { namings, queries } from './isolation/namings.ts';

let world: IsolationWorld;
let before: Record<string, string>;
const rows = new Map<string, Row>();

beforeAll(async () => {
  world = await openIsolationWorld();
  before = await world.rows.digests();
  grantedBefore = await countGranted();
});
afterAll(() => world?.close());

let grantedBefore: number;
const all = Object.entries(calls) as [string, Call][];
const kindOf = ({ access }: Call) => (typeof access === 'string' ? access : 'right');
const named = ({ params }: Call) => Object.keys(params?.shape ?? {});
const identifiersOf = (call: Call) =>
  named(call).filter((name) => (identifyingParameters as readonly string[]).includes(name));
const isOf = (kinds: readonly string[]) => all.filter(([, call]) => kinds.includes(kindOf(call)));

interface Outcome {
  readonly status: number;
  readonly body: string;
}

async function ask(
  token: string,
  name: string,
  { things, body, query = '' }: { things: TestIDs; body?: object; query?: string },
): Promise<Outcome> {
  const path = name.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const thing = things[parameter];
    if (thing === undefined) throw new Error(`no thing for {${parameter}}: add one to isolation-world.ts`);
    return encodeURIComponent(thing);
  });
  const response = await world.service.ask(token, path + query, body);
  rememberLeaks(name, response, JSON.stringify(body ?? {}));
  return { status: response.statusCode, body: response.body };
}

const leaks: string[] = [];
/** Records texts of the other tenant in a response, except those that the request contains. */
function rememberLeaks(name: string, { body }: LightMyRequestResponse, sent: string): void {
  const text = world.rows.texts.find((one) => body.includes(one) && !sent.includes(one));
  if (text !== undefined) leaks.push(`${name}: ${text} in ${body.slice(0, 200)}`);
}

const codeOf = ({ status, body }: Outcome): string => {
  if (status < 300) return String(status);
  return `${status} ${(JSON.parse(body) as { code: string }).code}`;
};
const unrefused = (who: string, { status, body }: Outcome) =>
  [401, 403, 404].includes(status) ? [] : [`${who}: not refused: ${status} ${body.slice(0, 200)}`];
const unread = (who: string, { body }: Outcome) =>
  body.includes('app.invalid_request') ? [`${who}: asked wrongly: ${body.slice(0, 200)}`] : [];
const unlike = (who: string, one: Outcome, other: Outcome) =>
  one.status === other.status && one.body === other.body
    ? []
    : [`${who}: ${one.status} ${one.body.slice(0, 200)} is not ${other.status} ${other.body.slice(0, 200)}`];
const note = (name: string, change: Partial<Row>) => rows.set(name, { ...rows.get(name), ...change });

describe('calls with the path of another tenant', () => {
  test.each(isOf(['tenant', 'right']))('%s', async (name) => {
    const codes = new Set<string>();
    const wrong: string[] = [];
    for (const [who, token] of Object.entries(world.outsiders)) {
      const their = await ask(token, name, { things: world.foreign });
      const mixed = await ask(token, name, { things: { ...world.own, tid: world.foreign['tid'] ?? '' } });
      const nowhere = await ask(token, name, { things: world.nowhere });
      // A former member knows that the tenant exists. No other outsider learns it.
      const knows = who === 'former member' || who === 'suspended';
      wrong.push(...unrefused(who, their), ...unlike(who, mixed, their));
      if (!knows) wrong.push(...unlike(who, nowhere, their));
      codes.add(codeOf(their));
    }
    expect(wrong).toEqual([]);
    note(name, { theirPath: [...codes].toSorted() });
  });
});

/** Callers with access to an operation in their own tenant or for themselves. */
function insidersOf(call: Call): [string, string][] {
  const { insiders, fileTokens, colleague } = world;
  const { member, administrator, operator } = insiders;
  if (kindOf(call) === 'account') return Object.entries({ member, administrator, colleague });
  if (kindOf(call) === 'file') return Object.entries(fileTokens);
  if (kindOf(call) === 'tenant') {
    return Object.entries({ member, administrator, 'member of both': insiders['member of both'] });
  }
  return Object.entries({
    administrator,
    operator,
    'administrator of both': insiders['administrator of both'],
  });
}

describe('responses to members of one tenant contain nothing of another tenant', () => {
  const lists = all.filter(
    ([name, call]) =>
      name.startsWith('GET ') &&
      call.answer !== 'events' &&
      identifiersOf(call).length === 0 &&
      kindOf(call) !== 'operator',
  );
  test.each(lists)('%s', async (name, call) => {
    // Counts, lists and exports are checked after the cache holds the responses to the other tenant.
    if (kindOf(call) === 'tenant')
      await world.service.ask(world.insiders['member of both'], pathOf(name, world.foreign));
    const callers = kindOf(call) === 'file' ? world.fileTokens : world.insiders;
    const codes = new Set<string>();
    for (const who of ['member', 'administrator'] as const) {
      const token = who in callers ? callers[who as 'member'] : undefined;
      if (token !== undefined) codes.add(codeOf(await ask(token, name, { things: world.own })));
    }
    expect(codes.size).toBeGreaterThan(0);
    expect([...codes].filter((code) => code.startsWith('5'))).toEqual([]);
    note(name, { own: [...codes].toSorted() });
  });
});

/** Uses the caller's own path. IDs of the other tenant must have the same response as unknown IDs. */
describe('calls with the tenant path of the caller that name an object of another tenant', () => {
  test.each(
    isOf(['account', 'tenant', 'right', 'file']).filter(([, call]) => identifiersOf(call).length > 0),
  )('%s', async (name, call) => {
    const codes = new Set<string>();
    const wrong: string[] = [];
    const tid = world.own['tid'] ?? '';
    const [their, nowhere] = [
      { ...world.foreign, tid },
      { ...world.nowhere, tid },
    ];
    for (const [who, token] of insidersOf(call)) {
      const response = await ask(token, name, { things: their, ...bodyOf(name, their) });
      const other = await ask(token, name, { things: nowhere, ...bodyOf(name, nowhere) });
      wrong.push(...unrefused(who, response), ...unlike(who, response, other));
      codes.add(codeOf(response));
    }
    expect(wrong).toEqual([]);
    note(name, { ownPath: [...codes].toSorted() });
  });
});

const bodyOf = (name: string, things: TestIDs) => {
  const body = namings[name]?.(things);
  return body ? { body } : {};
};

describe('queries that name an object of another tenant behave as for a missing one', () => {
  test.each(all.filter(([name]) => name in queries))('%s', async (name, call) => {
    const codes = new Set<string>();
    const wrong: string[] = [];
    for (const query of queries[name] ?? []) {
      const textOf = (things: TestIDs) => `?${new URLSearchParams(query(things) as Record<string, string>)}`;
      for (const [who, token] of insidersOf(call)) {
        const response = await ask(token, name, { things: world.own, query: textOf(world.foreign) });
        const other = await ask(token, name, { things: world.own, query: textOf(world.nowhere) });
        wrong.push(...unread(who, response), ...unlike(who, response, other));
        codes.add(codeOf(response));
      }
    }
    expect(wrong).toEqual([]);
    note(name, { query: [...codes].toSorted() });
  });
});

describe('bodies that name an object of another tenant behave as for a missing one', () => {
  test.each(all.filter(([name]) => name in namings))('%s', async (name, call) => {
    const codes = new Set<string>();
    const wrong: string[] = [];
    for (const [who, token] of insidersOf(call)) {
      const response = await ask(token, name, { things: world.own, ...bodyOf(name, world.foreign) });
      const other = await ask(token, name, { things: world.own, ...bodyOf(name, world.nowhere) });
      const [one, two] = [masked(response, world.foreign), masked(other, world.nowhere)];
      wrong.push(...unread(who, response), ...unlike(who, one, two));
      codes.add(codeOf(response));
    }
    expect(wrong).toEqual([]);
    note(name, { body: [...codes].toSorted() });
  });
});

/** Removes the IDs of the request and the generated values of created resources. */
function masked({ status, body }: Outcome, things: TestIDs): Outcome {
  if (status >= 300) return { status, body };
  const ids = Object.values(things).filter((id) => id.length > 5);
  const own = ids.reduce((text, id) => text.replaceAll(id, '-'), body);
  return { status, body: own.replaceAll(/"(?:\w*ID|fid|aid|\w+At|at|ticket|username)":("[^"]*"|\d+)/g, '') };
}

const pathOf = (name: string, things: TestIDs) =>
  name.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => things[parameter] ?? '');

test('no response contained anything of a foreign tenant', () => {
  expect(leaks).toEqual([]);
  expect(world.rows.texts.length).toBeGreaterThan(300);
});

test('nothing of another tenant was changed, and no access to it was granted', async () => {
  expect(await world.rows.digests()).toEqual(before);
  expect(await countGranted()).toBe(grantedBefore);
});

test('the leak search finds data in a response to an authorized caller', async () => {
  leaks.length = 0;
  await ask(world.insiders['member of both'], 'GET /api/v1/tenants/{tid}/user-flows', {
    things: world.foreign,
  });
  expect(leaks).toHaveLength(1);
});

test('the digests detect a change', async () => {
  await world.service.accounts.pool.query("update flows set title = title || '.' where tid = $1", [
    world.foreign['tid'],
  ]);
  const after = await world.rows.digests();
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toContain('flows');
});

test('every call has its row in docs/security/isolation.md', async () => {
  const page = pageOf(all.map(([name, call]) => [name, kindOf(call), rows.get(name) ?? {}]));
  await expect(page).toMatchFileSnapshot('../../../docs/security/isolation.md');
});

async function countGranted(): Promise<number> {
  const { rows: counted } = await world.service.accounts.pool.query<{ count: string }>(
    "select count(*) from audit_records where decision = 'granted' and tid = $1",
    [world.foreign['tid']],
  );
  return Number(counted[0]?.count);
}
