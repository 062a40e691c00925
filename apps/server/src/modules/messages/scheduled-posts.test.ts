import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import type { TestService } from '../../../testing/service.ts';
import { addMember } from '../tenants/tenants.usecases.ts';
import { sendScheduledPost } from './scheduled-posts.usecases.ts';

let service: TestService;
const tokens: Record<string, string> = {};
const at = '/api/v1/tenants/t-two/admin/messages';
const hourMs = 3_600_000;

beforeAll(async () => {
  service = await openAccounts();
  const { db } = service;
  await db
    .insertInto('organisations')
    .values([
      { tid: 't-two', org_id: 'sales', name: '销售部' },
      { tid: 't-one', org_id: 'foreign', name: '外部' },
    ])
    .execute();
  await addMember(db, {
    tid: 't-two',
    fid: 'f-wang-two',
    aid: 'wang',
    name: '王',
    orgID: 'sales',
    roles: ['users'],
  });
  await addMember(db, { tid: 't-two', fid: 'f-guest', aid: 'guest', name: '客', roles: ['users', 'others'] });
  // The database sets when members joined; the messages are sent later.
  service.time.now += hourMs;
  for (const name of ['li', 'wang', 'guest']) tokens[name] = (await service.signIn(name, password)).token;
});
afterAll(() => service.close());

const ask = (name: string, call: string, body?: object) => service.ask(tokens[name] ?? '', call, body);
const send = async (body: object) => {
  const response = await ask('li', `POST ${at}`, { type: 'text', title: '', text: '通知', ...body });
  expect(response.statusCode).toBe(200);
  return response.json().data;
};
const unread = async (name: string, keyword: string) =>
  (await ask(name, `GET /api/v1/user-msg-sessions?keyword=${encodeURIComponent(keyword)}`)).json().total;
const acts = async (subject: string) =>
  (
    await service.db
      .selectFrom('readable_audit_records')
      .select('act')
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ act }) => act);

describe('recipients of a message', () => {
  it('are the members of departments and roles and those named, each once', async () => {
    const audience = { orgIDs: ['sales'], roleIDs: ['others'], fids: ['f-wang-two'] };
    const counted = await ask('li', `POST ${at}/actions/count-recipients`, audience);
    expect(counted.json().data).toEqual({ recipients: 2 });
    const post = await send({ text: '部门通知', ...audience });
    expect(post).toMatchObject({ recipients: 2, state: 'sent', sendAt: null });
    expect([await unread('wang', '部门通知'), await unread('guest', '部门通知')]).toEqual([1, 1]);
    expect(await unread('li', '部门通知')).toBe(0);
    const details = await ask('li', `GET ${at}/${post.postID}`);
    expect(details.json().data.audience).toEqual({
      people: [{ fid: 'f-wang-two', name: '王' }],
      organisations: [{ orgID: 'sales', name: '销售部' }],
      roles: [{ roleID: 'others', name: expect.any(String) }],
    });
    expect((await ask('li', `POST ${at}/actions/count-recipients`, {})).json().data.recipients).toBe(3);
  });

  it('are of the tenant only', async () => {
    const foreign = { type: 'text', title: '', text: '误', orgIDs: ['foreign'] };
    expect((await ask('li', `POST ${at}`, foreign)).json().code).toBe('admin.organisation_not_found');
    const role = { type: 'text', title: '', text: '误', roleIDs: ['nothing'] };
    expect((await ask('li', `POST ${at}`, role)).json().code).toBe('admin.role_not_found');
  });

  it('are counted once they have read it, without members that joined later', async () => {
    const post = await send({ type: 'announcement', text: '阅读统计' });
    const reads = async () => (await ask('li', `GET ${at}/${post.postID}`)).json().data.reads;
    expect(await reads()).toBe(0);
    const { data } = (await ask('wang', 'GET /api/v1/user-msg-sessions?kind=announcement')).json();
    await ask('wang', `POST /api/v1/user-msg-sessions/${data[0].sessionID}/actions/read`, {
      upTo: data[0].lastMsg.createAt,
    });
    expect(await reads()).toBe(1);
    await addMember(service.db, { tid: 't-two', fid: 'f-late', aid: 'review', name: '迟', roles: ['users'] });
    await service.db
      .updateTable('memberships')
      .set({ created_at: new Date(service.time.now + hourMs) })
      .where('fid', '=', 'f-late')
      .execute();
    expect(await reads()).toBe(1);
  });
});

describe('scheduled message', () => {
  const context = () => ({ db: service.db, clock: () => service.time.now });

  it('waits until its time and is then sent once', async () => {
    const sendAt = service.time.now + hourMs;
    const post = await send({ text: '稍后发送', orgIDs: ['sales'], sendAt });
    expect(post).toMatchObject({ state: 'scheduled', sendAt, recipients: 1, reads: null, text: '稍后发送' });
    expect(await unread('wang', '稍后发送')).toBe(0);
    const waiting = (await ask('li', `GET ${at}?state=scheduled&keyword=稍后`)).json();
    expect(waiting.data.map(({ postID }: { postID: string }) => postID)).toEqual([post.postID]);
    await Promise.all([sendScheduledPost(context(), post.postID), sendScheduledPost(context(), post.postID)]);
    expect(await unread('wang', '稍后发送')).toBe(1);
    expect((await ask('li', `GET ${at}/${post.postID}`)).json().data).toMatchObject({
      state: 'sent',
      recipients: 1,
      reads: 0,
    });
    expect(await acts(post.postID)).toEqual(['message.scheduled', 'message.sent']);
    expect((await ask('li', `GET ${at}?state=scheduled`)).json().total).toBe(0);
  });

  it('has its job in the queue, which starts at its time', async () => {
    const sendAt = service.time.now + hourMs;
    const { postID } = await send({ text: '排队', sendAt });
    const { rows } = await service.accounts.pool.query(
      `select start_after from pgboss.job where name = 'messages.scheduled' and data ->> 'postID' = $1`,
      [postID],
    );
    expect(rows).toEqual([{ start_after: new Date(sendAt) }]);
  });

  it('is not sent after it was cancelled', async () => {
    const { postID } = await send({ text: '取消', fids: ['f-wang-two'], sendAt: service.time.now + hourMs });
    const cancelled = await ask('li', `POST ${at}/${postID}/actions/withdraw`);
    expect(cancelled.json().data.state).toBe('withdrawn');
    await sendScheduledPost(context(), postID);
    expect(await unread('wang', '取消')).toBe(0);
    expect(await acts(postID)).toEqual(['message.scheduled', 'message.withdrawn']);
  });

  it('has a content and a time within a year; a past time sends it at once', async () => {
    const body = { type: 'text', title: '', text: ' ', sendAt: service.time.now + hourMs };
    expect((await ask('li', `POST ${at}`, body)).json().code).toBe('message.empty_creation');
    const late = { ...body, text: '太晚', sendAt: service.time.now + 366 * 24 * hourMs };
    expect((await ask('li', `POST ${at}`, late)).json().code).toBe('message.send_time_too_late');
    expect(await send({ text: '已过', sendAt: service.time.now - 1 })).toMatchObject({
      state: 'sent',
      sendAt: null,
    });
  });
});
