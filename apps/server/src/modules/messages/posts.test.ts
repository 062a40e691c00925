import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import type { TestService } from '../../../testing/service.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { addMember } from '../tenants/tenants.usecases.ts';
import { postMessage } from './messages.usecases.ts';

let service: TestService;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  service = await openAccounts();
  const { db } = service;
  await addMember(db, { tid: 't-two', fid: 'f-wang-two', aid: 'wang', name: '王', roles: ['users'] });
  await addMember(db, {
    tid: 't-two',
    fid: 'f-office',
    aid: 'locked',
    name: '办',
    roles: ['users'],
    rights: ['org_managment'],
  });
  for (const name of ['li', 'wang', 'guest', 'locked'])
    tokens[name] = (await service.signIn(name, password)).token;
  tokens['operator'] = await createOperatorCredential(db);
});
afterAll(() => service.close());

const ask = (name: string, call: string, body?: object, headers?: Record<string, string>) =>
  service.ask(tokens[name] ?? '', call, body, headers);
const send = async (name: string, body: object, key?: string) =>
  ask(name, 'POST /api/v1/tenants/t-two/admin/messages', body, key ? { 'idempotency-key': key } : {});
const sessions = async (name: string, query = '') =>
  (await ask(name, `GET /api/v1/user-msg-sessions${query}`)).json();
const records = async (act: string) => {
  const rows = await service.db
    .selectFrom('readable_audit_records')
    .selectAll()
    .where('act', '=', act)
    .execute();
  return rows.length;
};

describe('message of an administrator', () => {
  it('reaches only the members of the tenant, each in their language', async () => {
    const response = await send('li', {
      type: 'announcement',
      title: '放假',
      text: '周五放假',
      en: { title: 'Holiday', text: 'Friday is off' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      type: 'announcement',
      recipients: null,
      sender: { kind: 'member', id: 'f-li-two' },
      withdrawnAt: null,
    });
    const { data } = await sessions('wang', '?lang=en');
    expect(data[0]).toMatchObject({
      kind: 'announcement',
      title: '乙公司',
      unread: 1,
      lastMsg: { text: 'Friday is off' },
    });
    const messages = await ask('wang', `GET /api/v1/user-msg-sessions/${data[0].sessionID}/msgs`, undefined, {
      'accept-language': 'en-GB',
    });
    expect(messages.json().data[0]).toMatchObject({ title: 'Holiday', text: 'Friday is off' });
    expect((await sessions('wang')).data[0].lastMsg.text).toBe('周五放假');
    expect((await sessions('wang', '?keyword=friday')).total).toBe(1);
    expect((await sessions('guest')).total).toBe(0);
  });

  it('reaches the chosen members, each in a session of its own', async () => {
    const response = await send('locked', {
      type: 'text_voice',
      title: '',
      text: '请到门卫取件',
      fids: ['f-wang-two', 'f-wang-two'],
    });
    expect(response.json().data).toMatchObject({ recipients: 1, sender: { kind: 'member', id: 'f-office' } });
    const { data } = await sessions('wang', '?kind=conversation');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      title: '乙公司',
      tid: 't-two',
      lastMsg: { type: 'text_voice', text: '请到门卫取件' },
    });
    expect((await sessions('li', '?kind=conversation')).total).toBe(0);
  });

  it('is sent once per key, also for simultaneous requests, and the key rejects other content', async () => {
    const body = { type: 'text', title: '', text: '一次', fids: ['f-wang-two'] };
    const responses = await Promise.all(Array.from({ length: 5 }, () => send('li', body, 'once-only')));
    expect(new Set(responses.map((response) => response.json().data.postID)).size).toBe(1);
    expect((await sessions('wang', '?keyword=一次')).data[0].unread).toBe(2);
    const other = await send('li', { ...body, text: '两次' }, 'once-only');
    expect([other.statusCode, other.json().code]).toEqual([422, 'message.idempotency_key_reused']);
    // An idempotency key belongs to its sender.
    expect((await send('locked', { ...body, text: '他人' }, 'once-only')).statusCode).toBe(200);
  });

  it('is never empty and is sent to all named members or to none', async () => {
    const empty = await send('li', { type: 'text', title: ' ', text: '' });
    expect([empty.statusCode, empty.json()]).toMatchObject([
      400,
      { code: 'message.empty_creation', message: 'empty creation error' },
    ]);
    const { unread } = await sessions('wang');
    const strange = await send('li', { type: 'text', title: '', text: '误', fids: ['f-wang-two', 'f-li'] });
    expect(strange.json().code).toBe('login.user_not_found');
    expect((await sessions('wang')).unread).toBe(unread);
  });

  it('requires one of the rights', async () => {
    const body = { type: 'announcement', title: '', text: '越权' };
    expect((await send('wang', body)).json().code).toBe('app.no_rights');
    expect((await send('guest', body)).json().code).toBe('login.tenant_access_denied');
    expect((await ask('li', 'POST /api/v1/admin/messages', body)).statusCode).toBe(403);
  });

  it('is recorded with its sender but without its text', async () => {
    const before = await records('message.sent');
    const { data } = (await send('li', { type: 'announcement', title: '', text: '机密内容' })).json();
    const rows = await service.db
      .selectFrom('readable_audit_records')
      .selectAll()
      .where('subject', '=', data.postID)
      .execute();
    expect(rows).toMatchObject([{ act: 'message.sent', tid: 't-two', aid: 'li', fid: 'f-li-two' }]);
    expect(await records('message.sent')).toBe(before + 1);
    expect([JSON.stringify(rows), ...service.logLines].join('')).not.toContain('机密');
  });
});

describe('announcement to everyone', () => {
  it('is reserved for the operator', async () => {
    const sent = await ask('operator', 'POST /api/v1/admin/messages', {
      type: 'announcement',
      title: '升级',
      text: '今晚升级',
    });
    expect(sent.json().data).toMatchObject({ sender: { kind: 'operator' }, recipients: null });
    expect((await sessions('guest', '?lang=en')).data[0]).toMatchObject({
      title: 'System announcements',
      tid: null,
    });
    expect((await ask('operator', 'GET /api/v1/admin/messages')).json().total).toBe(1);
  });
});

describe('withdrawn message', () => {
  it('is neither listed nor counted as unread', async () => {
    const { unread, total } = await sessions('locked');
    const { data: post } = (await send('li', { type: 'announcement', title: '', text: '写错了' })).json();
    expect((await sessions('locked')).unread).toBe(unread + 1);
    const path = `POST /api/v1/tenants/t-two/admin/messages/${post.postID}/actions/withdraw`;
    expect((await ask('wang', path)).json().code).toBe('app.no_rights');
    const withdrawn = (await ask('li', path)).json().data;
    expect(withdrawn.withdrawnAt).toBe(service.time.now);
    service.time.now += 1000;
    expect((await ask('li', path)).json().data).toEqual(withdrawn);
    expect(await records('message.withdrawn')).toBe(1);
    const { data, ...counts } = await sessions('locked');
    expect(counts).toEqual({ unread, total });
    expect((await sessions('locked', '?keyword=写错了')).total).toBe(0);
    const found = (await ask('locked', `GET /api/v1/user-msg-sessions/${data[0].sessionID}/msgs`)).json();
    expect(found.data[0].text).not.toBe('写错了');
    expect(data[0].updateAt).toBe(found.data[0].createAt);
    const list = (await ask('li', 'GET /api/v1/tenants/t-two/admin/messages')).json();
    expect(list.data.find((row: { postID: string }) => row.postID === post.postID)).toEqual(withdrawn);
  });

  it('takes its session with it if the session holds nothing else', async () => {
    const { data: post } = (
      await send('li', { type: 'text', title: '', text: '唯一', fids: ['f-office'] })
    ).json();
    expect((await sessions('locked', '?kind=conversation')).total).toBe(1);
    await ask('li', `POST /api/v1/tenants/t-two/admin/messages/${post.postID}/actions/withdraw`);
    expect(await sessions('locked', '?kind=conversation')).toEqual({ total: 0, unread: 0, data: [] });
  });

  it('can be withdrawn only in its own tenant', async () => {
    const { data: post } = (await send('li', { type: 'announcement', title: '', text: '留' })).json();
    const path = `/admin/messages/${post.postID}/actions/withdraw`;
    expect((await ask('operator', `POST /api/v1/tenants/t-one${path}`)).json().code).toBe(
      'message.not_found',
    );
    expect((await ask('operator', `POST /api/v1${path}`)).json().code).toBe('message.not_found');
  });
});

describe('new member', () => {
  it('finds older announcements as read and later ones as unread', async () => {
    const { db } = service;
    await createAccount(db, { aid: 'late', username: 'late', password });
    await addMember(db, { tid: 't-two', fid: 'f-late', aid: 'late', name: '晚', roles: ['users'] });
    tokens['late'] = (await service.signIn('late', password)).token;
    const { unread, total } = await sessions('late');
    expect([unread, total]).toEqual([0, 2]);
    await send('li', { type: 'announcement', title: '', text: '新的' });
    const { data } = await sessions('late', '?keyword=新的');
    expect([data[0].unread, (await sessions('late')).unread]).toEqual([1, 1]);
    const messages = (await ask('late', `GET /api/v1/user-msg-sessions/${data[0].sessionID}/msgs`)).json()
      .data;
    expect(messages.slice(0, 2).map((row: { read: boolean }) => row.read)).toEqual([false, true]);
  });
});

describe('message order', () => {
  it('follows the posting, so that a late message is neither skipped nor marked as read unseen', async () => {
    const channel = {
      key: 'work:t-two:locked',
      kind: 'work',
      title: { zh: '审批通知', en: 'Approvals' },
      tid: 't-two',
      aid: 'locked',
    } as const;
    const post = (text: string, createAt: number) =>
      postMessage(service.db, { channel, type: 'text', title: '', text, idempotencyKey: text, createAt });
    const { sessionID } = await post('先', 5000);
    const path = `/api/v1/user-msg-sessions/${sessionID}`;
    await post('后到的旧消息', 3000);
    await ask('locked', `POST ${path}/actions/read`, { upTo: 5000 });
    const { data } = (await ask('locked', `GET ${path}/msgs`)).json();
    expect(
      data.map((row: { text: string; createAt: number; read: boolean }) => [
        row.text,
        row.createAt,
        row.read,
      ]),
    ).toEqual([
      ['后到的旧消息', 5001, false],
      ['先', 5000, true],
    ]);
    const older = (await sessions('locked', '?before=5001')).data;
    expect(older.map((row: { sessionID: string }) => row.sessionID)).not.toContain(sessionID);
    expect((await sessions('locked', '?before=5002')).total).toBe(1);
  });
});
