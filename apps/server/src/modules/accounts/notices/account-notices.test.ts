import { expect, it } from 'vitest';
import { phone, useTestGateways } from '../../../../testing/gateways.ts';
import { deleteExpiredCodes } from '../codes/codes.usecases.ts';
import { insertNotice } from './account-notices.repository.ts';
import { deleteExpiredNotices, sendNotice } from './account-notices.usecases.ts';

const day = 24 * 60 * 60_000;
const gateways = useTestGateways();
const { service } = gateways;

async function newNotice(noticeID: string): Promise<string> {
  await insertNotice(service.accounts.db, {
    notice_id: noticeID,
    aid: 'li',
    kind: 'phone_changed',
    channel: 'sms',
    address: '+8613812345678',
    created_at: new Date(service.time.now),
  });
  return noticeID;
}

const pendingNotices = async () => {
  const rows = await service.accounts.db.selectFrom('account_notices').select('notice_id').execute();
  return rows.map((row) => row.notice_id);
};

it('sends a notice once', async () => {
  const id = await newNotice('sent');
  await sendNotice(service.accounts, id);
  await sendNotice(service.accounts, id);
  expect(gateways.sms.messages).toEqual([
    { to: '+8613812345678', purpose: 'notice', code: null, text: expect.stringContaining('of your account') },
  ]);
  expect(await pendingNotices()).toEqual([]);
});

it('retries a temporary failure and gives up on a permanent one', async () => {
  const id = await newNotice('later');
  gateways.sms.respondWith(503);
  await expect(sendNotice(service.accounts, id)).rejects.toThrow('503');
  expect(await pendingNotices()).toEqual(['later']);
  gateways.sms.respondWith(400);
  await sendNotice(service.accounts, id);
  expect(await pendingNotices()).toEqual([]);
});

it('deletes notices after a week, codes after their expiry and code requests after a day', async () => {
  const { db } = service.accounts;
  gateways.sms.respondWith(200);
  await newNotice('old');
  await gateways.codeBySms(phone, 'login');
  const counts = async () => [
    (await pendingNotices()).length,
    (await db.selectFrom('issued_codes').selectAll().execute()).length,
    (await db.selectFrom('code_asks').selectAll().execute()).length,
  ];
  const forget = async (after: number) => {
    await deleteExpiredCodes(db, service.time.now + after);
    await deleteExpiredNotices(db, service.time.now + after);
    return counts();
  };
  // Limits apply to the source of a request and to the contact.
  expect(await forget(9 * 60_000)).toEqual([1, 1, 2]);
  expect(await forget(11 * 60_000)).toEqual([1, 0, 2]);
  expect(await forget(day + 1)).toEqual([1, 0, 0]);
  expect(await forget(7 * day + 1)).toEqual([0, 0, 0]);
});
