import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import { listenTo, type TestStream } from '../../../testing/events.ts';
import { eventually, timeLimitMs } from '../../../testing/eventually.ts';
import { addressOf, type Node, openNode } from '../../../testing/node.ts';
import { TestDevice, type TestService } from '../../../testing/service.ts';
import { postAnnouncement, postMessage } from '../messages/messages.usecases.ts';
import { addMember } from '../tenants/tenants.usecases.ts';

let service: TestService;
let url: string;
let other: Node;
const streams: TestStream[] = [];

beforeAll(async () => {
  service = await openAccounts();
  await service.listen();
  url = addressOf(service);
  other = await openNode(service);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const tokenOf = async (name: string) => (await service.signIn(name, password)).token;

/** Opens a stream and waits for its first event. */
async function listen(token: string, at = url): Promise<TestStream> {
  // The stream does not report earlier changes.
  await Promise.all([service, other].map(({ changes }) => changes.catchUp()));
  const stream = await listenTo(at, token);
  streams.push(stream);
  await eventually(() => expect(stream.events).toContain('badge {}'));
  return stream;
}

const comes = (stream: TestStream, event: string) => eventually(() => expect(stream.events).toContain(event));

/** @returns whether the stream ended within a second. */
async function ends(stream: TestStream): Promise<boolean> {
  const begun = performance.now();
  await eventually(() => expect(stream.isEnded).toBe(true));
  expect(performance.now() - begun).toBeLessThan(timeLimitMs(1000));
  return stream.isEnded;
}

const post = (aid: string, tid: string | null = 't-one') =>
  postMessage(service.db, {
    channel: { key: `chat:${aid}:${tid}`, kind: 'conversation', title: '王', tid, aid },
    type: 'text',
    title: '',
    text: '机密',
    idempotencyKey: randomUUID(),
    createAt: service.time.now,
  });

describe('event stream', () => {
  it('is plain server-sent events that are neither buffered nor cached', async () => {
    const stream = await listen(await tokenOf('li'));
    expect([stream.status, stream.headers]).toMatchObject([
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      },
    ]);
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.text).toMatch(/^retry: \d+\n\n/);
  });

  it('has no chunks and announces that the connection ends with it', async () => {
    const token = await tokenOf('li');
    const stream = await listen(token);
    expect(stream.headers).toMatchObject({ connection: 'close' });
    expect(stream.headers['transfer-encoding']).toBeUndefined();
    expect(stream.headers['content-length']).toBeUndefined();
  });

  it('requires a session', async () => {
    expect((await listenTo(url, 'nobody')).status).toBe(401);
  });

  it('sends ids alone, from whichever node', async () => {
    const token = await tokenOf('li');
    const both = await Promise.all([listen(token), listen(token, other.url)]);
    const { sessionID } = await post('li');
    for (const stream of both) {
      await comes(stream, `message {"sessionID":"${sessionID}","tid":"t-one"}`);
      expect(stream.text).not.toContain('机密');
    }
  });

  it('reports messages that were read elsewhere', async () => {
    const token = await tokenOf('li');
    const { sessionID } = await post('li');
    const stream = await listen(token, other.url);
    stream.events.splice(0);
    await service.ask(token, `POST /api/v1/user-msg-sessions/${sessionID}/actions/read`, {
      upTo: service.time.now + 60_000,
    });
    await comes(stream, 'badge {}');
    expect(stream.isEnded).toBe(false);
  });
});

describe('account', () => {
  it('receives events of its own messages and announcements, and nothing else', async () => {
    const [li, wang, guest] = await Promise.all(
      ['li', 'wang', 'guest'].map(async (name) => listen(await tokenOf(name))),
    );
    const announcement = { title: '', text: '公告', createAt: service.time.now };
    const own = await post('wang');
    const two = await postAnnouncement(service.db, {
      ...announcement,
      tid: 't-two',
      sessionTitle: '乙',
      idempotencyKey: randomUUID(),
    });
    const all = await postAnnouncement(service.db, {
      ...announcement,
      tid: null,
      sessionTitle: '全',
      idempotencyKey: randomUUID(),
    });
    const last = `message {"sessionID":"${all.sessionID}"}`;
    for (const stream of [li, wang, guest]) if (stream) await comes(stream, last);
    const receivedBy = (stream: TestStream | undefined) =>
      stream?.events.filter((event) => event.startsWith('message'));
    expect(receivedBy(li)).toEqual([`message {"sessionID":"${two.sessionID}","tid":"t-two"}`, last]);
    expect(receivedBy(wang)).toEqual([`message {"sessionID":"${own.sessionID}","tid":"t-one"}`, last]);
    expect(receivedBy(guest)).toEqual([last]);
  });

  it('receives events of tasks and flows of its member in each tenant', async () => {
    const [li, wang] = await Promise.all(
      ['li', 'wang'].map(async (name) => listen(await tokenOf(name), other.url)),
    );
    const notify = (change: object) =>
      service.database.pool.query("select pg_notify('sealflow_changes', $1)", [JSON.stringify(change)]);
    await notify({ topic: 'task', tid: 't-one', fid: 'f-li', id: 'task-1' });
    await notify({ topic: 'flow', tid: 't-two', fid: 'f-li-two', id: 'flow-1' });
    await notify({ topic: 'task', tid: 't-one', fid: 'f-wang', id: 'task-2' });
    await notify({ topic: 'task', tid: 't-two', fid: 'f-wang', id: 'task-3' });
    await notify({ topic: 'task', tid: 't-one', fid: 'f-wang', id: 'task-4' });
    if (!li || !wang) throw new Error('no stream is open');
    await comes(wang, 'task {"tid":"t-one","taskID":"task-4"}');
    const works = ({ events }: TestStream) => events.filter((event) => !event.startsWith('badge'));
    expect(works(li)).toEqual([
      'task {"tid":"t-one","taskID":"task-1"}',
      'flow {"tid":"t-two","flowID":"flow-1"}',
    ]);
    expect(works(wang)).toEqual([
      'task {"tid":"t-one","taskID":"task-2"}',
      'task {"tid":"t-one","taskID":"task-4"}',
    ]);
  });

  it('receives events of a tenant from joining to leaving', async () => {
    const stream = await listen(await tokenOf('guest'));
    stream.events.splice(0);
    await addMember(service.db, { tid: 't-two', fid: 'f-guest', aid: 'guest', name: '客', roles: ['users'] });
    await comes(stream, 'badge {}');
    const say = () =>
      postAnnouncement(service.db, {
        tid: 't-two',
        sessionTitle: '乙',
        title: '',
        text: '公告',
        idempotencyKey: randomUUID(),
        createAt: service.time.now,
      });
    // A change feed that reconnects, as on a busy machine, sends a badge event instead of what it missed.
    await eventually(async () => {
      const { sessionID } = await say();
      await service.changes.catchUp();
      expect(stream.events).toContain(`message {"sessionID":"${sessionID}","tid":"t-two"}`);
    });
    stream.events.splice(0);
    await service.db
      .updateTable('memberships')
      .set({ state: 'ended' })
      .where('fid', '=', 'f-guest')
      .execute();
    await comes(stream, 'badge {}');
    stream.events.splice(0);
    await say();
    const own = await post('guest', null);
    await comes(stream, `message {"sessionID":"${own.sessionID}"}`);
    expect(stream.events.filter((event) => event.includes('t-two'))).toEqual([]);
  });
});

describe('event stream ends within a second', () => {
  it('with its session, on every node', async () => {
    const token = await tokenOf('wang');
    const unaffected = await listen(await tokenOf('wang'));
    const both = await Promise.all([listen(token), listen(token, other.url)]);
    await service.ask(token, 'POST /api/v1/auth/logout');
    await Promise.all(both.map(ends));
    expect(unaffected.isEnded).toBe(false);
  });

  it('with its device, and with its account', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    const keeper = await tokenOf('li');
    const [lost, remaining] = await Promise.all([listen(token, other.url), listen(keeper, other.url)]);
    await service.ask(keeper, `DELETE /api/v1/devices/${device.id}`);
    await ends(lost);
    expect(remaining.isEnded).toBe(false);
    await service.db.updateTable('accounts').set({ state: 'closed' }).where('aid', '=', 'li').execute();
    await ends(remaining);
    await service.db.updateTable('accounts').set({ state: 'active' }).where('aid', '=', 'li').execute();
  });

  it('with its token, which does not end the session', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('wang', password, device);
    const stream = await listen(token);
    const path = '/api/v1/auth/refresh-token';
    const proof = await device.prove({ path, now: service.time.now, token });
    const renewed = await service.ask(token, `POST ${path}`, undefined, { dpop: proof });
    const next = renewed.json().token;
    expect((await service.ask(next, 'GET /api/v1/devices')).statusCode).toBe(200);
    service.time.now += 59_000;
    expect((await service.ask(token, 'GET /api/v1/devices')).statusCode).toBe(200);
    expect(stream.isEnded).toBe(false);
    service.time.now += 2000;
    await ends(stream);
    expect((await service.ask(next, 'GET /api/v1/devices')).statusCode).toBe(200);
  });

  it('even if no changes are published', async () => {
    const token = await tokenOf('wang');
    const stream = await listen(token, other.url);
    const cut = setInterval(() => {
      void service.database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sealflow changes' and datname = current_database()",
      );
    }, 20);
    try {
      await service.ask(token, 'POST /api/v1/auth/logout');
      expect(await ends(stream)).toBe(true);
    } finally {
      clearInterval(cut);
    }
  });
});

describe('event streams of one account', () => {
  it('are limited to ten, and the oldest is closed first', async () => {
    const token = await tokenOf('guest');
    const many: TestStream[] = [];
    for (let n = 0; n < 12; n += 1) many.push(await listen(token));
    expect(await Promise.all(many.slice(0, 2).map(ends))).toEqual([true, true]);
    const { sessionID } = await post('guest', null);
    for (const stream of many.slice(2)) await comes(stream, `message {"sessionID":"${sessionID}"}`);
  });
});
