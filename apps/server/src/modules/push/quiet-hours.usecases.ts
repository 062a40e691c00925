import { quietUntil } from '@sealflow/domain/notifications';
import { inTransaction } from '../../infra/database/index.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import { findPostedMessage } from '../messages/fanout.usecases.ts';
import { countUnread } from '../messages/messages.usecases.ts';
import { deliveryQueue } from './fanout.job.ts';
import {
  claimHeldDeliveries,
  holdDelivery,
  type NotificationSettings,
  releaseOneDelivery,
  selectHoldingRegistrations,
  selectSettings,
  upsertSettings,
} from './notification-settings.repository.ts';
import type { PushContext } from './push.types.ts';

/** The end of the quiet hours that hold deliveries of a registration. */
export const heldQueue = declareQueue<{ registrationID: string }>('push.held');

/** Upper bound of the lag of this node's clock behind the database, which starts the jobs. */
const maxClockLagMs = 60_000;

/** Replaces the settings of an account. Held deliveries follow the new quiet hours. */
export function replaceSettings(
  { db, clock, outbox }: PushContext,
  aid: string,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  return inTransaction(db, async (transaction) => {
    const now = clock();
    const end = settings.quiet && quietUntil(settings.quiet, now);
    await upsertSettings(transaction, { aid, ...settings, at: new Date(now) });
    const registrationIDs = await selectHoldingRegistrations(transaction, aid);
    const jobs = registrationIDs.map((registrationID) => {
      const data = { registrationID };
      return end === null ? { data } : { data, after: new Date(end) };
    });
    await outbox.send(transaction, heldQueue, jobs);
    return settings;
  });
}

/**
 * Holds a delivery until the quiet hours of its account end.
 * @returns whether the account has quiet hours now.
 */
export async function holdIfQuiet(
  { db, clock, outbox }: PushContext,
  { delivery, aid }: { delivery: { msgID: string; registrationID: string }; aid: string },
): Promise<boolean> {
  const { quiet } = await selectSettings(db, aid);
  const end = quiet && quietUntil(quiet, clock());
  if (end === null) return false;
  const { registrationID } = delivery;
  await inTransaction(db, async (transaction) => {
    const isFirst = await holdDelivery(transaction, delivery);
    if (isFirst)
      await outbox.send(transaction, heldQueue, [{ data: { registrationID }, after: new Date(end) }]);
  });
  return true;
}

/**
 * Lets the newest of the held deliveries of a registration go on after the quiet hours: a push names no content, so one stands for
 * all. None goes on if the person has read everything in the meantime.
 */
export function releaseHeld(
  { db, clock, outbox }: PushContext,
  { registrationID }: { registrationID: string },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const held = await claimHeldDeliveries(transaction, registrationID);
    if (!held || held.msgIDs.length === 0) return;
    const { quiet } = await selectSettings(transaction, held.aid);
    const now = clock();
    const end = quiet && quietUntil(quiet, now);
    if (end !== null) {
      // The queue's clock may be ahead of this node's. Without the extra delay the queue would send the job again at once.
      const after = new Date(end + Math.min(end - now, maxClockLagMs));
      await outbox.send(transaction, heldQueue, [{ data: { registrationID }, after }]);
      return;
    }
    const isAllRead = (await countUnread(transaction, held.aid)) === 0;
    const msgID = isAllRead ? undefined : await findNewest(transaction, held.msgIDs);
    await releaseOneDelivery(transaction, { msgID, registrationID, at: new Date(now) });
    if (msgID !== undefined)
      await outbox.send(transaction, deliveryQueue, [{ data: { msgID, registrationID } }]);
  });
}

/** The newest message that has not been withdrawn. */
async function findNewest(db: PushContext['db'], msgIDs: readonly string[]): Promise<string | undefined> {
  for (const msgID of msgIDs.toReversed()) {
    const message = await findPostedMessage(db, msgID);
    if (message && !message.isWithdrawn) return msgID;
  }
  return undefined;
}
