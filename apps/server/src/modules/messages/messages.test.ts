import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import type { TestService } from '../../../testing/service.ts';
import { postAnnouncement, postMessage } from './messages.usecases.ts';

let service: TestService;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  service = await openAccounts();
  for (const name of ['li', 'wang', 'guest']) tokens[name] = (await service.signIn(name, password)).token;
});
afterAll(() => service.close());

const work = (aid: string) =>
  ({ key: `work:t-one:${aid}`, kind: 'work', title: '待办', tid: 't-one', aid }) as const;
let posted = 0;

function post(aid: string, text: string, idempotencyKey = `post-${posted++}`) {
  const link = { kind: 'task', tid: 't-one', flowID: 'f', taskID: 't' } as const;
  const createAt = (service.time.now += 1000);
  return postMessage(service.accounts.db, {
    channel: work(aid),
    type: 'task',
    title: '审批',
    text,
    link,
    idempotencyKey,
    createAt,
  });
}

const get = async (name: string, path: string) =>
  (await service.ask(tokens[name] ?? '', `GET /api/v1/user-msg-sessions${path}`)).json();

describe('message sessions', () => {
  it('come latest first, with their last message and unread count', async () => {
    await postAnnouncement(service.accounts.db, {
      tid: 't-one',
      sessionTitle: '公告',
      title: '放假',
      text: '周五放假',
      idempotencyKey: 'a',
      createAt: service.time.now,
    });
    const { sessionID } = await post('li', '第一');
    await post('li', '第二');
    const { total, unread, data } = await get('li', '');
    expect([total, unread, data.map((row: { title: string }) => row.title)]).toEqual([
      2,
      3,
      ['待办', '公告'],
    ]);
    expect(data[0]).toMatchObject({
      sessionID,
      unread: 2,
      tid: 't-one',
      lastMsg: { text: '第二', type: 'task' },
    });
    expect(data[0].lastMsg.createAt).toBe(data[0].updateAt);
    expect(await get('li', '?limit=0')).toEqual({ total: 2, unread: 3, data: [] });
    expect((await get('li', '?skip=1&limit=1')).data).toHaveLength(1);
  });

  it('belong to one account, to a tenant or to everyone', async () => {
    await postAnnouncement(service.accounts.db, {
      tid: null,
      sessionTitle: '系统公告',
      title: '',
      text: '升级',
      idempotencyKey: 'b',
      createAt: service.time.now,
    });
    const titles = async (name: string) =>
      (await get(name, '')).data.map((row: { title: string }) => row.title).toSorted();
    expect(await titles('wang')).toEqual(['公告', '系统公告']);
    expect(await titles('guest')).toEqual(['系统公告']);
    const [own] = (await get('li', '?keyword=待办')).data;
    for (const path of [`/${own.sessionID}/msgs`, '/none/msgs']) {
      expect((await get('wang', path)).code).toBe('message.session_not_found');
    }
    const read = await service.ask(
      tokens['wang'] ?? '',
      `POST /api/v1/user-msg-sessions/${own.sessionID}/actions/read`,
      { upTo: 1 },
    );
    expect(read.json().code).toBe('message.session_not_found');
  });

  it('are found by title and by text, with % and _ taken literally', async () => {
    await post('wang', '完成 100% 的_任务');
    const found = async (keyword: string) =>
      (await get('wang', `?keyword=${encodeURIComponent(keyword)}`)).total;
    expect(await Promise.all(['100%', '%', '_任', '待', 'x_', '0%%'].map(found))).toEqual([1, 1, 1, 1, 0, 0]);
  });
});

describe('messages', () => {
  it('come newest first, in pages that stay stable while new messages arrive', async () => {
    for (const text of ['一', '二', '三', '四']) await post('guest', text);
    const [session] = (await get('guest', '?keyword=待办')).data;
    const texts = async (query: string) =>
      (await get('guest', `/${session.sessionID}/msgs${query}`)).data.map(
        (row: { text: string }) => row.text,
      );
    expect(await texts('?limit=2')).toEqual(['四', '三']);
    const before = session.updateAt + 1;
    await post('guest', '五');
    expect(await texts(`?skip=2&limit=2&before=${before}`)).toEqual(['二', '一']);
    expect(await texts('?keyword=三')).toEqual(['三']);
    const [newest] = (await get('guest', `/${session.sessionID}/msgs`)).data;
    expect(newest).toMatchObject({
      title: '审批',
      read: false,
      link: { kind: 'task', tid: 't-one', flowID: 'f', taskID: 't' },
    });
  });

  it('are read up to a moment, for this account alone, and never become unread again', async () => {
    const [announced] = (await get('li', '?keyword=放假')).data;
    const [session] = (await get('guest', '?keyword=待办')).data;
    const mark = (name: string, sessionID: string, upTo: number) =>
      service.ask(tokens[name] ?? '', `POST /api/v1/user-msg-sessions/${sessionID}/actions/read`, { upTo });
    await mark('guest', session.sessionID, session.updateAt - 1);
    expect((await get('guest', '?keyword=待办')).data[0].unread).toBe(1);
    await mark('guest', session.sessionID, 0);
    const { data } = await get('guest', `/${session.sessionID}/msgs?limit=2`);
    expect(data.map((row: { read: boolean }) => row.read)).toEqual([false, true]);
    await mark('li', announced.sessionID, announced.updateAt);
    const unread = async (name: string) => (await get(name, '?keyword=放假')).data[0].unread;
    expect([await unread('li'), await unread('wang')]).toEqual([0, 1]);
  });

  it('posted twice under one key, also simultaneously, are stored once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => post('li', '同一条', 'same')));
    expect(new Set(ids.map(({ msgID }) => msgID)).size).toBe(1);
    expect((await get('li', `/${ids[0]?.sessionID}/msgs?keyword=同一条`)).total).toBe(1);
  });

  it('are never empty', async () => {
    const empty = {
      channel: work('li'),
      type: 'text',
      title: '',
      text: ' ',
      idempotencyKey: 'e',
      createAt: 0,
    } as const;
    await expect(postMessage(service.accounts.db, empty)).rejects.toMatchObject({
      code: 'message.empty_creation',
    });
  });
});
