import type { ConsoleChange } from '@sealflow/contract';
import { operatorKinds, tenantKinds } from '@sealflow/contract/schemas';
import { auditActs } from '@sealflow/domain/audit-acts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openAdministration } from '../../../testing/administration.ts';
import { listenTo, type TestStream } from '../../../testing/events.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addressOf, type Node, openNode } from '../../../testing/node.ts';
import { kindOfAct } from './console-kinds.table.ts';

let world: Administration;
let url: string;
let other: Node;
const streams: TestStream[] = [];
const tenantPath = (tid: string) => `/api/v1/tenants/${tid}/admin/events`;

beforeAll(async () => {
  world = await openAdministration();
  await world.service.listen();
  url = addressOf(world.service);
  other = await openNode(world.service);
  const inside = world.at('t-two');
  await inside(world.operator, 'POST /roles', {
    roleID: 'people-only',
    name: '人事',
    rights: ['org_managment', 'app_login'],
  });
  await inside(world.operator, 'POST /members', {
    account: 'wang',
    name: '王',
    fid: 'f-wang-two',
    roles: ['people-only'],
  });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  await other.close();
  await world.service.close();
});

/** Opens a stream of the console and waits for its first event. */
async function listen(token: string, path = tenantPath('t-two'), at = url): Promise<TestStream> {
  await Promise.all([world.service, other].map(({ changes }) => changes.catchUp()));
  const stream = await listenTo(at, token, path);
  streams.push(stream);
  await eventually(() => expect(stream.events).toContain('refetch {}'));
  return stream;
}

const changesOf = ({ events }: TestStream): ConsoleChange[] =>
  events.filter((event) => event.startsWith('change ')).map((event) => JSON.parse(event.slice(7)));
const receives = (stream: TestStream, change: ConsoleChange) =>
  eventually(() => expect(changesOf(stream)).toContainEqual(change));

/** Makes a change of people last, so that everything before it has arrived. */
async function settle(...listeners: TestStream[]): Promise<void> {
  await world.at('t-two')(world.operator, 'PUT /members/f-wang-two', { name: `王${Date.now()}` });
  const last: ConsoleChange = { kind: 'people', id: 'f-wang-two', origin: 'operator' };
  for (const stream of listeners) await receives(stream, last);
}

describe('events of a tenant', () => {
  it('name the changed thing and who changed it, on each node, and nothing else', async () => {
    const inside = world.at('t-two');
    const [own, far] = await Promise.all([
      listen(world.administrator),
      listen(world.operator, tenantPath('t-two'), other.url),
    ]);
    await inside(world.administrator, 'POST /organisations', { orgID: 'o-live', name: '机密部' });
    await receives(own, { kind: 'departments', id: 'o-live', origin: 'self' });
    await receives(far, { kind: 'departments', id: 'o-live', origin: 'member', fid: 'f-li-two' });
    await inside(world.operator, 'PUT /organisations/o-live', { name: '机密' });
    await receives(own, { kind: 'departments', id: 'o-live', origin: 'operator' });
    expect(own.text + far.text).not.toContain('机密');
  });

  it('do not reach other tenants', async () => {
    const one = await listen(world.operator, tenantPath('t-one'));
    const two = await listen(world.administrator);
    await world.at('t-two')(world.administrator, 'POST /organisations', { orgID: 'o-other', name: '乙' });
    await settle(two);
    expect(changesOf(one)).toEqual([]);
  });

  it('reach a partial role only for kinds that it may read', async () => {
    const people = await listen(await world.signIn('wang'));
    const all = await listen(world.administrator);
    const inside = world.at('t-two');
    await inside(world.administrator, 'POST /classifications', { id: 'c-live', name: '密', level: 3 });
    await inside(world.administrator, 'PUT /settings', { otherClientsAllowed: false });
    await settle(all, people);
    expect(changesOf(all).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['classifications', 'settings', 'people']),
    );
    expect(new Set(changesOf(people).map(({ kind }) => kind))).toEqual(new Set(['people']));
  });

  it('end when the right is taken, and with the session', async () => {
    const token = await world.signIn('wang');
    const stream = await listen(token, tenantPath('t-two'), other.url);
    const inside = world.at('t-two');
    await inside(world.operator, 'PUT /members/f-wang-two', { roles: ['users'] });
    await eventually(() => expect(stream.isEnded).toBe(true));
    expect((await listenTo(url, token, tenantPath('t-two'))).status).toBe(403);
    await inside(world.operator, 'PUT /members/f-wang-two', { roles: ['people-only'] });
    const again = await listen(token);
    await world.ask(token, 'POST /api/v1/auth/logout');
    await eventually(() => expect(again.isEnded).toBe(true));
  });

  it('are refused without the right, and to people of another tenant', async () => {
    expect((await listenTo(url, world.user, tenantPath('t-one'))).status).toBe(403);
    expect((await listenTo(url, world.user, '/api/v1/admin/events')).status).toBe(403);
    expect((await listenTo(url, 'nobody', tenantPath('t-one'))).status).toBe(401);
  });

  it.each([
    ['message.sent', 'messages'],
    ['message.withdrawn', 'messages'],
    ['register', 'documents'],
    ['withdraw', 'documents'],
    ['grant.revoked', 'documents'],
    ['member.documents_transferred', 'documents'],
    ['device.registered', 'devices'],
    ['device.withdrawn', 'devices'],
    ['processing.failed', 'applications'],
    ['flow_type.draft_saved', 'flowTypes'],
    ['import.finished', 'imports'],
    ['absence.set', 'people'],
    ['key.withdrawn', 'keys'],
  ] as const)('say that %s changes %s', async (act, kind) => {
    const stream = await listen(world.administrator);
    await world.service.accounts.db
      .insertInto('audit_records')
      .values({ tid: 't-two', at: new Date(), act, decision: 'granted', subject: `s-${act}` })
      .execute();
    const change = { kind, id: `s-${act}`, origin: 'service' };
    await eventually(() => expect(changesOf(stream)).toContainEqual(change));
  });

  it('say that an application changes when it does', async () => {
    const stream = await listen(world.administrator);
    const published = JSON.stringify({ topic: 'flow', tid: 't-two', id: 'w-live' });
    await sql`select pg_notify('sealflow_changes', ${published})`.execute(world.service.accounts.db);
    const change = { kind: 'applications', id: 'w-live', origin: 'service' };
    await eventually(() => expect(changesOf(stream)).toContainEqual(change));
  });

  it('say to reload everything when many things changed at once', async () => {
    const stream = await listen(world.administrator);
    stream.events.splice(0);
    await world.service.accounts.db
      .insertInto('audit_records')
      .values(
        Array.from({ length: 30 }, (_, index) => ({
          tid: 't-two',
          at: new Date(),
          act: 'member.changed',
          decision: 'granted' as const,
          subject: `f-${index}`,
        })),
      )
      .execute();
    await eventually(() => expect(stream.events).toContain('refetch {}'));
  });
});

describe('events of operators', () => {
  it('are those of tenants and accounts, without what happens inside of tenants', async () => {
    const stream = await listen(world.operator, '/api/v1/admin/events', other.url);
    await world.at('t-two')(world.administrator, 'POST /organisations', { orgID: 'o-third', name: '丙' });
    await world.ask(world.operator, 'PUT /api/v1/admin/tenants/t-two', { name: '乙公司' });
    await receives(stream, { kind: 'tenants', id: 't-two', origin: 'self' });
    expect(changesOf(stream).map(({ kind }) => kind)).toEqual(['tenants']);
  });
});

it('maps every act to a kind of its scope or to none', () => {
  const kinds = new Set(auditActs.map((act) => kindOfAct(act, 'tenant')));
  expect(kinds).toEqual(new Set([...tenantKinds, undefined]));
  expect(new Set(auditActs.map((act) => kindOfAct(act, 'operator')))).toEqual(
    new Set([...operatorKinds, undefined]),
  );
});
