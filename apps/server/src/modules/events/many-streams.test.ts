import { randomUUID } from 'node:crypto';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenTo, type TestStream } from '../../../testing/events.ts';
import { eventually, timeLimitMs } from '../../../testing/eventually.ts';
import { addressOf, type Node, openNode } from '../../../testing/node.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { issueToken } from '../accounts/sessions/session-tokens.usecases.ts';
import { postAnnouncement } from '../messages/messages.usecases.ts';

const accounts = 50;
const streamsOfOne = 10;
let service: TestService;
let node: Node;
let tokens: string[];

beforeAll(async () => {
  service = await openTestService();
  await service.listen();
  node = await openNode(service);
  tokens = await Promise.all(Array.from({ length: accounts }, (_, n) => signedIn(`a${n}`)));
});
afterAll(async () => {
  await node.close();
  await service.close();
});

/** Creates a session without password hashing. */
async function signedIn(aid: string): Promise<string> {
  const { db, accounts: context } = service;
  await db.insertInto('accounts').values({ aid, username: aid, password_hash: '-' }).execute();
  const sid = randomUUID();
  await db.insertInto('sessions').values({ sid, aid }).execute();
  const now = service.time.now;
  const { token } = await issueToken(db, context.tokens, {
    sid,
    aid,
    hasDevice: false,
    predecessor: null,
    now,
    sessionEnd: Number.POSITIVE_INFINITY,
  });
  return token;
}

const say = () =>
  postAnnouncement(service.db, {
    tid: null,
    sessionTitle: '公告',
    title: '',
    text: '给所有人',
    idempotencyKey: randomUUID(),
    createAt: service.time.now,
  });

it('five hundred streams on two nodes receive an announcement within a second and end with their node', async () => {
  const urls = [addressOf(service), node.url];
  const streams = await Promise.all(
    tokens.flatMap((token) =>
      Array.from({ length: streamsOfOne }, (_, n) => listenTo(urls[n % 2] ?? '', token)),
    ),
  );
  await eventually(() => {
    const silent = streams.filter(({ events }) => events.length === 0);
    expect(silent).toHaveLength(0);
  });
  const { sessionID } = await say();
  const began = performance.now();
  const event = `message {"sessionID":"${sessionID}"}`;
  await eventually(() => expect(streams.filter(({ events }) => events.includes(event))).toHaveLength(500));
  expect(performance.now() - began).toBeLessThan(timeLimitMs(1000));
  const atNode = streams.filter((_, n) => n % 2 === 1);
  await node.close();
  await eventually(() => expect(atNode.every(({ isEnded }) => isEnded)).toBe(true));
  const stay = streams.filter((stream): stream is TestStream => !atNode.includes(stream));
  expect(stay.some(({ isEnded }) => isEnded)).toBe(false);
  for (const stream of stay) stream.close();
  node = await openNode(service);
});

it('a client that reads nothing is disconnected and leaves nothing in the service', async () => {
  const { port } = new URL(node.url);
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connectSocket({ port: Number(port), host: '127.0.0.1' }, () => resolve(socket));
    });
  const socket = await open();
  let isOver = false;
  socket.on('close', () => {
    isOver = true;
  });
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${tokens[0]}\r\n\r\n`);
  const gauge = async () => {
    const metric = await node.metrics.registry.getSingleMetricAsString('sealflow_event_streams_open');
    return Number(/^sealflow_event_streams_open (\d+)$/m.exec(metric)?.[1]);
  };
  await eventually(async () => expect(await gauge()).toBe(1));
  // The test must first fill the socket buffers of the operating system.
  const bulk = JSON.stringify({ topic: 'message', aid: 'a0', id: 'x'.repeat(7000) });
  await eventually(async () => {
    await service.database.pool.query(
      "select pg_notify('sealflow_changes', $1 || repeat(' ', n)) from generate_series(1, 200) as n",
      [bulk],
    );
    expect(await gauge()).toBe(0);
  });
  socket.resume();
  await eventually(() => expect(isOver).toBe(true));
});
