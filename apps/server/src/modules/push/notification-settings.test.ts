import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { type Phone, signInRegisteredPhone } from '../../../testing/phones.ts';
import { deliveriesOf, openPushing, postTo, pushTo } from '../../../testing/push.ts';
import { jsonOf, openProvider, type Provider } from '../../../testing/push-provider.ts';
import type { TestService } from '../../../testing/service.ts';
import { postAnnouncement, postMessage } from '../messages/messages.usecases.ts';

const path = '/api/v1/push/settings';
const everything = { muted: [], quiet: null };
/** A Friday, in the middle of the night of Shanghai, and later than the clock of the database that starts jobs. */
const night = Date.parse('2083-11-26T02:00:00+08:00');
const morning = Date.parse('2083-11-26T07:00:00+08:00');
const quiet = { from: 22 * 60, until: 7 * 60, days: [0, 1, 2, 3, 4, 5, 6], timeZone: 'Asia/Shanghai' };

let service: TestService;
let provider: Provider;
let li: Phone;
let wang: Phone;

beforeAll(async () => {
  provider = await openProvider();
  service = await openPushing({
    JPUSH_APP_KEY: 'app-key',
    JPUSH_MASTER_SECRET: 'master-secret',
    JPUSH_BASE_URL: provider.url,
  });
  service.time.now = night;
  li = await signInRegisteredPhone(service, 'li', { provider: 'jpush', token: 'phone-of-li' });
  wang = await signInRegisteredPhone(service, 'wang', { provider: 'jpush', token: 'phone-of-wang' });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const set = (settings: object, { token } = li) => service.ask(token, `PUT ${path}`, settings);
const read = async ({ token } = li) => (await service.ask(token, `GET ${path}`)).json().data;
const pushesTo = (token: string) =>
  provider.received
    .map(({ body }) => jsonOf(body))
    .filter(({ audience }) => audience.registration_id.includes(token))
    .map(({ notification }) => notification.ios.extras.msgID as string);
/** Waits for the state of the only delivery. */
const becomes = (msgID: string, state: string) =>
  eventually(async () => {
    const states = await deliveriesOf(service, msgID);
    if (states.join() !== state) throw new Error(`the delivery is ${states.join() || 'not made'}`);
    return states.join();
  });
/** The database starts the job at its own clock. */
const startHeldJobs = () =>
  sql`update pgboss.job set start_after = now() where name = 'push.held' and state = 'created'`.execute(
    service.db,
  );
const markAllRead = async () => {
  const sessions = (await service.ask(li.token, 'GET /api/v1/user-msg-sessions?limit=100')).json().data;
  for (const { sessionID } of sessions)
    await service.ask(li.token, `POST /api/v1/user-msg-sessions/${sessionID}/actions/read`, {
      upTo: morning,
    });
};

describe('kinds of pushes', () => {
  it('are all pushed until the person switches some off, for this account only', async () => {
    expect(await read()).toEqual(everything);
    expect((await set({ muted: ['message'], quiet: null })).json().data).toEqual({
      muted: ['message'],
      quiet: null,
    });
    expect([await read(), await read(wang)]).toEqual([{ muted: ['message'], quiet: null }, everything]);
  });

  it('that are switched off are not pushed, and the message is in the app', async () => {
    await set({ muted: ['message', 'comment'], quiet: null });
    const muted = await postTo(service, 'li');
    const comment = await postMessage(service.db, {
      channel: { key: 'work:t-one:li', kind: 'work', title: '王', tid: 't-one', aid: 'li' },
      type: 'flow',
      kind: 'comment',
      title: '评论',
      text: '评论',
      idempotencyKey: 'comment-1',
      createAt: service.time.now,
    });
    const announced = await postAnnouncement(service.db, {
      tid: 't-one',
      sessionTitle: '公告',
      title: '公告',
      text: '公告',
      idempotencyKey: 'announcement-1',
      createAt: service.time.now,
    });
    await becomes(announced.msgID, 'sent,sent');
    expect(await deliveriesOf(service, muted.msgID)).toEqual([]);
    expect(await deliveriesOf(service, comment.msgID)).toEqual([]);
    expect(pushesTo('phone-of-li')).toEqual([announced.msgID]);
    const sessions = (await service.ask(li.token, 'GET /api/v1/user-msg-sessions?limit=100')).json().data;
    expect(sessions.map(({ sessionID }: { sessionID: string }) => sessionID)).toContain(muted.sessionID);
  });

  it('of a comment are no pushes about an application', async () => {
    await set({ muted: ['application'], quiet: null });
    const { msgID } = await postMessage(service.db, {
      channel: { key: 'work:t-one:li', kind: 'work', title: '王', tid: 't-one', aid: 'li' },
      type: 'flow',
      kind: 'comment',
      title: '评论',
      text: '评论',
      idempotencyKey: 'comment-2',
      createAt: service.time.now,
    });
    expect(await becomes(msgID, 'sent')).toBe('sent');
  });
});

describe('quiet hours', () => {
  it('hold pushes and end with one for all that is unread', async () => {
    await set({ muted: [], quiet });
    const first = await postTo(service, 'li');
    const second = await postTo(service, 'li');
    await becomes(first.msgID, 'held');
    await becomes(second.msgID, 'held');
    const before = pushesTo('phone-of-li').length;
    const { rows } = await sql<{ start_after: Date }>`
      select start_after from pgboss.job where name = 'push.held' and state = 'created'`.execute(service.db);
    expect(rows).toEqual([{ start_after: new Date(morning) }]);
    await pushTo(service, 'wang');
    service.time.now = morning;
    await startHeldJobs();
    await becomes(second.msgID, 'sent');
    expect(await deliveriesOf(service, first.msgID)).toEqual(['dropped']);
    expect(pushesTo('phone-of-li').slice(before)).toEqual([second.msgID]);
  });

  it('end silently when everything was read', async () => {
    service.time.now = night;
    const { msgID } = await postTo(service, 'li');
    await becomes(msgID, 'held');
    await markAllRead();
    service.time.now = morning;
    await startHeldJobs();
    expect(await becomes(msgID, 'dropped')).toBe('dropped');
  });

  it('that are taken back release the held push at once; longer ones hold it on', async () => {
    service.time.now = night;
    const { msgID } = await postTo(service, 'li');
    await becomes(msgID, 'held');
    await set({ muted: [], quiet: { ...quiet, until: 9 * 60 } });
    const later = new Date('2083-11-26T09:00:00+08:00');
    await eventually(async () => {
      const { rows } = await sql<{ start_after: Date }>`
        select start_after from pgboss.job where name = 'push.held' and state = 'created'
        order by start_after desc limit 1`.execute(service.db);
      expect(rows).toEqual([{ start_after: later }]);
    });
    expect(await deliveriesOf(service, msgID)).toEqual(['held']);
    await set(everything);
    await becomes(msgID, 'sent');
  });

  it('longer than the life of a push still end with one', async () => {
    const friday = Date.parse('2083-11-26T23:00:00+08:00');
    service.time.now = friday;
    await set({ muted: [], quiet: { ...quiet, from: 22 * 60, until: 22 * 60, days: [5, 6] } });
    const { msgID } = await postTo(service, 'li');
    await becomes(msgID, 'held');
    service.time.now = Date.parse('2083-11-28T22:00:00+08:00');
    await startHeldJobs();
    expect(await becomes(msgID, 'sent')).toBe('sent');
    await set(everything);
  });
});

it.each([
  { muted: ['task', 'task'], quiet: null },
  { muted: ['all'], quiet: null },
  { muted: [], quiet: { ...quiet, timeZone: 'Mars/Base' } },
  { muted: [], quiet: { ...quiet, from: 1440 } },
  { muted: [], quiet: { ...quiet, days: [] } },
  { muted: [], quiet: { ...quiet, days: [1, 1] } },
  { muted: [], quiet: { ...quiet, from: 420 } },
  { muted: [] },
])('refuses $muted $quiet and changes nothing', async (settings) => {
  const before = await read();
  expect((await set(settings)).statusCode).toBe(400);
  expect(await read()).toEqual(before);
});
