import { randomUUID } from 'node:crypto';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  inTransaction,
} from '../../../infra/database/index.ts';
import { declareQueue, type JobQueue } from '../../../infra/jobs/jobs.port.ts';
import { backgroundTimeoutMs } from '../../../infra/mail/mail.port.ts';
import {
  type DeliveryFailure,
  deliveryCodeOf,
  recordFailure,
} from '../../deliveries/delivery-failures.usecases.ts';
import { type AccountRow, selectAccount, trustedContacts } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { composeNotice } from '../codes/code-messages.util.ts';
import { deleteNotice, deleteOldNotices, insertNotice, selectNotice } from './account-notices.repository.ts';

export const noticeQueue: JobQueue<{ noticeID: string }> = declareQueue('accounts.notice');

type NoticeKind = 'password_changed' | 'phone_changed' | 'contact_moved' | 'reset_requested';

/**
 * Notifies the owner of an account of a change of its credentials: in the app, and at the contacts that the account had
 * before the change. Otherwise an attacker who took the account over would receive the only notice.
 */
export async function notifyAccountOwner(
  context: AccountServices,
  db: DatabaseTransaction,
  { account, kind }: { account: AccountRow; kind: NoticeKind },
): Promise<void> {
  const { aid } = account;
  const { mobileNo, email } = trustedContacts(account);
  await context.publishEvent(db, { kind, aid });
  const recipients = [
    { channel: 'sms' as const, address: mobileNo, isConfigured: context.sms.isConfigured },
    { channel: 'email' as const, address: email, isConfigured: context.mailer.isConfigured },
  ];
  for (const { channel, address, isConfigured } of recipients) {
    if (address === null || !isConfigured) continue;
    const noticeID = randomUUID();
    await insertNotice(db, {
      notice_id: noticeID,
      aid,
      kind,
      channel,
      address,
      created_at: new Date(context.clock()),
    });
    await context.outbox.send(db, noticeQueue, [{ data: { noticeID } }]);
  }
}

/**
 * Sends one notice and deletes it. A permanent failure drops the notice and is recorded.
 * @throws the error of the gateway where it is temporary, so that the job is retried.
 */
export async function sendNotice(
  { db, sms, mailer, clock }: Pick<AccountServices, 'db' | 'sms' | 'mailer' | 'clock'>,
  noticeID: string,
): Promise<void> {
  const notice = await selectNotice(db, noticeID);
  if (!notice) return;
  const { channel, address, kind } = notice;
  const { subject, text } = composeNotice(kind);
  const delivery =
    channel === 'sms'
      ? sms.send({ to: address, text, purpose: 'notice', code: null })
      : mailer.send({
          to: [address],
          subject,
          text,
          messageID: `${noticeID}@sealflow`,
          timeoutMs: backgroundTimeoutMs,
        });
  const code = await delivery.then(
    () => undefined,
    (error: unknown) => {
      if (!isPermanentFailure(error)) throw error;
      return deliveryCodeOf(error);
    },
  );
  await inTransaction(db, async (transaction) => {
    const isDeleted = await deleteNotice(transaction, noticeID);
    if (!isDeleted || code === undefined) return;
    const account = await selectAccount(transaction, notice.aid);
    const tid = account?.managed_by ?? null;
    await recordFailure(transaction, failureOf(notice, { tid, code, at: clock() }));
  });
}

const failureOf = (
  { channel }: { readonly channel: 'sms' | 'email' },
  facts: Pick<DeliveryFailure, 'tid' | 'code' | 'at'>,
): DeliveryFailure => ({ ...facts, channel: channel === 'email' ? 'mail' : channel, purpose: 'notice' });

/** A notice that could not be sent is obsolete after seven days. */
const noticeLifetimeMs = 7 * 86_400_000;

/** Deletes notices that could not be sent in time, and records them as failed. */
export function deleteExpiredNotices(db: DatabaseHandle, now: number): Promise<void> {
  return inTransaction(db, async (transaction) => {
    for (const notice of await deleteOldNotices(transaction, new Date(now - noticeLifetimeMs))) {
      const code = notice.channel === 'email' ? 'mail.expired' : 'sms.expired';
      const tid = notice.managed_by;
      await recordFailure(transaction, failureOf(notice, { tid, code, at: now }));
    }
  });
}

function isPermanentFailure(error: unknown): boolean {
  return error instanceof Error && 'isPermanent' in error && error.isPermanent === true;
}
