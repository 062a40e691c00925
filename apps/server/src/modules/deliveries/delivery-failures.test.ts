import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { email, openTestGateways, phone, type TestGateways } from '../../../testing/gateways.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { deleteExpiredNotices, sendNotice } from '../accounts/notices/account-notices.usecases.ts';
import {
  countFailures,
  deleteExpiredFailures,
  listBrokenTransports,
  listFailures,
  recordFailure,
} from './delivery-failures.usecases.ts';

const dayMs = 86_400_000;
let gateways: TestGateways;
let operator: string;
const database = () => gateways.service.db;
const now = () => gateways.service.time.now;

beforeAll(async () => {
  gateways = await openTestGateways();
  operator = await createOperatorCredential(database());
});
afterAll(() => gateways.close());

const failures = async (query = '') =>
  (await gateways.service.ask(operator, `GET /api/v1/admin/delivery-failures${query}`)).json();
const requestCode = (body: object) =>
  gateways.service.ask(null, `POST /api/v1/auth/${'email' in body ? 'vemail' : 'vcode'}`, {
    purpose: 'login',
    ...body,
  });
const notice = (noticeID: string) =>
  database()
    .insertInto('account_notices')
    .values({
      notice_id: noticeID,
      aid: 'li',
      kind: 'phone_changed',
      channel: 'sms',
      address: '+8613812345678',
      created_at: new Date(now()),
    })
    .execute();

describe('a failed delivery', () => {
  it('of a code is recorded with its reason for the tenant that manages the account, without the address', async () => {
    await gateways.service.accounts.pool.query(`update accounts set managed_by = 't-one' where aid = 'li'`);
    gateways.sms.respondWith(400);
    expect((await requestCode({ mobileNo: phone })).json().code).toBe('vcode.unknown_error');
    gateways.smtp.refuseContent(554);
    expect((await requestCode({ email })).json().code).toBe('vemail.unknown_error');
    const { total, data } = await failures();
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { tid: 't-one', channel: 'mail', purpose: 'code', code: 'mail.refused', failedAt: now() },
      { tid: 't-one', channel: 'sms', purpose: 'code', code: 'sms.refused' },
    ]);
    const { rows } = await gateways.service.accounts.pool.query('select f::text from delivery_failures f');
    expect(JSON.stringify(rows)).not.toMatch(/1381234|example/);
  });

  it('of a notice is recorded once it is given up, and when it expires', async () => {
    await notice('refused');
    gateways.sms.respondWith(503);
    await expect(sendNotice(gateways.service.accounts, 'refused')).rejects.toThrow('503');
    gateways.sms.respondWith(400);
    await sendNotice(gateways.service.accounts, 'refused');
    await sendNotice(gateways.service.accounts, 'refused');
    await notice('late');
    await deleteExpiredNotices(database(), now() + 8 * dayMs);
    const { data } = await failures('?channel=sms');
    expect(data.map(({ purpose, code }: { purpose: string; code: string }) => [purpose, code])).toEqual([
      ['notice', 'sms.expired'],
      ['notice', 'sms.refused'],
      ['code', 'sms.refused'],
    ]);
  });

  it('is listed by tenant, channel and days, and counted like that', async () => {
    const push = { channel: 'push', purpose: 'message', code: 'push.refused' } as const;
    await recordFailure(database(), { ...push, tid: 't-two', at: now() - 6 * dayMs });
    await recordFailure(database(), { ...push, tid: null, at: now() - 8 * dayMs });
    expect(await failures('?tid=t-two')).toMatchObject({ total: 1, data: [{ tid: 't-two' }] });
    expect(await failures('?channel=push&days=7')).toMatchObject({ total: 1 });
    expect(await failures('?channel=push')).toMatchObject({ total: 2 });
    expect(await countFailures(database(), { tid: 't-two', days: 7, now: now() })).toEqual({
      mail: 0,
      sms: 0,
      push: 1,
    });
  });

  it('is deleted after 30 days, and beyond the newest 10,000 of a tenant', async () => {
    await gateways.service.accounts.pool.query(
      `insert into delivery_failures (tid, channel, purpose, code, failed_at)
       select 't-many', 'push', 'message', 'push.refused', $1::timestamptz - n * interval '1 second'
       from generate_series(1, 10050) n`,
      [new Date(now())],
    );
    const ofMany = { tid: 't-many', days: 30, now: now(), skip: 0, limit: 1 };
    await deleteExpiredFailures(database(), now());
    expect(await listFailures(database(), ofMany)).toMatchObject({
      total: 10_000,
      data: [{ failedAt: now() - 1000 }],
    });
    expect(await failures('?tid=t-two')).toMatchObject({ total: 1 });
    await deleteExpiredFailures(database(), now() + 25 * dayMs);
    expect(await failures('?tid=t-two')).toMatchObject({ total: 0 });
  });
});

describe('a transport', () => {
  const send = () =>
    gateways.service.sms
      .send({ to: '+8613812345678', text: 'x', purpose: 'notice', code: null })
      .catch(() => undefined);

  it('is broken after three failures in a row, until its next success', async () => {
    gateways.sms.respondWith(200);
    await send();
    gateways.sms.respondWith(400);
    await send();
    await send();
    expect(await listBrokenTransports(database())).toEqual([]);
    await send();
    const health = await gateways.service.ask(operator, 'GET /api/v1/admin/health');
    expect(health.json().data.delivery.broken).toMatchObject([
      { channel: 'sms', code: 'sms.refused', failures: 3 },
    ]);
    gateways.sms.respondWith(200);
    await send();
    expect(await listBrokenTransports(database())).toEqual([]);
  });

  it('is broken at once if it is unreachable', async () => {
    await gateways.sms.close();
    await send();
    expect(await listBrokenTransports(database())).toMatchObject([
      { channel: 'sms', code: 'sms.unreachable', failures: 1 },
    ]);
  });
});
