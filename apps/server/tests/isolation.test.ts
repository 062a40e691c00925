import { type Call, calls } from '@sealflow/contract/schemas';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOf, type Row } from './isolation/isolation-page.ts';
import {
  type IsolationWorld,
  openIsolationWorld,
  type Things,
  telling,
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
const tells = (call: Call) => named(call).filter((name) => (telling as readonly string[]).includes(name));
const isOf = (kinds: readonly string[]) => all.filter(([, call]) => kinds.includes(kindOf(call)));

interface Said {
  readonly status: number;
  readonly body: string;
}

async function ask(
  token: string,
  name: string,
  { things, body, query = '' }: { things: Things; body?: object; query?: string },
): Promise<Said> {
  const path = name.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const thing = things[parameter];
    if (thing === undefined) throw new Error(`no thing for {${parameter}}: add one to isolation-world.ts`);
    return encodeURIComponent(thing);
  });
  const answer = await world.service.ask(token, path + query, body);
  rememberLeaks(name, answer, JSON.stringify(body ?? {}));
  return { status: answer.statusCode, body: answer.body };
}

const leaks: string[] = [];
/** What the asker sent may come back. */
function rememberLeaks(name: string, { body }: LightMyRequestResponse, sent: string): void {
  const text = world.rows.texts.find((one) => body.includes(one) && !sent.includes(one));
  if (text !== undefined) leaks.push(`${name}: ${text} in ${body.slice(0, 200)}`);
}

const codeOf = ({ status, body }: Said): string => {
  if (status < 300) return String(status);
  return `${status} ${(JSON.parse(body) as { code: string }).code}`;
};
const unrefused = (who: string, { status, body }: Said) =>
  [401, 403, 404].includes(status) ? [] : [`${who}: not refused: ${status} ${body.slice(0, 200)}`];
const unread = (who: string, { body }: Said) =>
  body.includes('app.invalid_request') ? [`${who}: asked wrongly: ${body.slice(0, 200)}`] : [];
const unlike = (who: string, one: Said, other: Said) =>
  one.status === other.status && one.body === other.body
    ? []
    : [`${who}: ${one.status} ${one.body.slice(0, 200)} is not ${other.status} ${other.body.slice(0, 200)}`];
const note = (name: string, change: Partial<Row>) => rows.set(name, { ...rows.get(name), ...change });

describe('calls with the path of another tenant', () => {
  test.each(isOf(['tenant', 'right']))('%s', async (name) => {
    const codes = new Set<string>();
    const wrong: string[] = [];
    for (const [who, token] of Object.entries(world.outsiders)) {
      const their = await ask(token, name, { things: world.theirs });
      const mixed = await ask(token, name, { things: { ...world.own, tid: world.theirs['tid'] ?? '' } });
      const nowhere = await ask(token, name, { things: world.nowhere });
      // Who was a member knows that there is such a tenant; nobody else is told.
      const knows = who === 'former member' || who === 'suspended';
      wrong.push(...unrefused(who, their), ...unlike(who, mixed, their));
      if (!knows) wrong.push(...unlike(who, nowhere, their));
      codes.add(codeOf(their));
    }
    expect(wrong).toEqual([]);
    note(name, { theirPath: [...codes].toSorted() });
  });
});

/** Who may make a call at all, in a tenant of their own or for themselves. */
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
      tells(call).length === 0 &&
      kindOf(call) !== 'operator',
  );
  test.each(lists)('%s', async (name, call) => {
    // Both counts, lists and exports, once it is warm what the other tenant's people were told of the same.
    if (kindOf(call) === 'tenant')
      await world.service.ask(world.insiders['member of both'], pathOf(name, world.theirs));
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

/** By the asker's own path: ids of theirs in it are answered as ids that there are nowhere. */
describe('calls with the tenant path of the caller that name an object of another tenant', () => {
  test.each(isOf(['account', 'tenant', 'right', 'file']).filter(([, call]) => tells(call).length > 0))(
    '%s',
    async (name, call) => {
      const codes = new Set<string>();
      const wrong: string[] = [];
      const tid = world.own['tid'] ?? '';
      const [their, nowhere] = [
        { ...world.theirs, tid },
        { ...world.nowhere, tid },
      ];
      for (const [who, token] of insidersOf(call)) {
        const asked = await ask(token, name, { things: their, ...bodyOf(name, their) });
        const other = await ask(token, name, { things: nowhere, ...bodyOf(name, nowhere) });
        wrong.push(...unrefused(who, asked), ...unlike(who, asked, other));
        codes.add(codeOf(asked));
      }
      expect(wrong).toEqual([]);
      note(name, { ownPath: [...codes].toSorted() });
    },
  );
});

const bodyOf = (name: string, things: Things) => {
  const body = namings[name]?.(things);
  return body ? { body } : {};
};

describe('queries that name an object of another tenant behave as for a missing one', () => {
  test.each(all.filter(([name]) => name in queries))('%s', async (name, call) => {
    const codes = new Set<string>();
    const wrong: string[] = [];
    for (const query of queries[name] ?? []) {
      const textOf = (things: Things) => `?${new URLSearchParams(query(things) as Record<string, string>)}`;
      for (const [who, token] of insidersOf(call)) {
        const asked = await ask(token, name, { things: world.own, query: textOf(world.theirs) });
        const other = await ask(token, name, { things: world.own, query: textOf(world.nowhere) });
        wrong.push(...unread(who, asked), ...unlike(who, asked, other));
        codes.add(codeOf(asked));
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
      const asked = await ask(token, name, { things: world.own, ...bodyOf(name, world.theirs) });
      const other = await ask(token, name, { things: world.own, ...bodyOf(name, world.nowhere) });
      const [one, two] = [masked(asked, world.theirs), masked(other, world.nowhere)];
      wrong.push(...unread(who, asked), ...unlike(who, one, two));
      codes.add(codeOf(asked));
    }
    expect(wrong).toEqual([]);
    note(name, { body: [...codes].toSorted() });
  });
});

/** The ids that were sent themselves, and what a thing that was made got of its own. */
function masked({ status, body }: Said, things: Things): Said {
  if (status >= 300) return { status, body };
  const ids = Object.values(things).filter((id) => id.length > 5);
  const own = ids.reduce((text, id) => text.replaceAll(id, '-'), body);
  return { status, body: own.replaceAll(/"(?:\w*ID|fid|aid|\w+At|at|ticket|username)":("[^"]*"|\d+)/g, '') };
}

const pathOf = (name: string, things: Things) =>
  name.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => things[parameter] ?? '');

test('no response contained anything of a foreign tenant', () => {
  expect(leaks).toEqual([]);
  expect(world.rows.texts.length).toBeGreaterThan(300);
});

test('nothing of another tenant was changed, and nobody was granted access to it', async () => {
  expect(await world.rows.digests()).toEqual(before);
  expect(await countGranted()).toBe(grantedBefore);
});

test('the leak search finds data in a response to an authorized caller', async () => {
  leaks.length = 0;
  await ask(world.insiders['member of both'], 'GET /api/v1/tenants/{tid}/user-flows', {
    things: world.theirs,
  });
  expect(leaks).toHaveLength(1);
});

test('the digests detect a change', async () => {
  await world.service.accounts.pool.query("update flows set title = title || '.' where tid = $1", [
    world.theirs['tid'],
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
    [world.theirs['tid']],
  );
  return Number(counted[0]?.count);
}
