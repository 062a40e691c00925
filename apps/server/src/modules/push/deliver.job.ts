import { inTransaction } from '../../infra/database/index.ts';
import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import type { PushResult } from '../../infra/push/index.ts';
import { recordFailure } from '../deliveries/delivery-failures.usecases.ts';
import { findPostedMessage, type PostedMessage } from '../messages/fanout.usecases.ts';
import { countUnread } from '../messages/messages.usecases.ts';
import { markDelivery, selectPendingRegistration } from './deliveries.repository.ts';
import { deliveryQueue } from './fanout.job.ts';
import type { DecidableTask, PushContext } from './push.types.ts';
import { isExpired, toPushNote } from './push-note.usecases.ts';
import { heldQueue, holdIfQuiet, releaseHeld } from './quiet-hours.usecases.ts';
import { deleteDeadRegistration, type RegistrationRow } from './registrations.repository.ts';
import { decryptToken } from './registrations.usecases.ts';

interface Delivery {
  readonly msgID: string;
  readonly registrationID: string;
}

/** Starts this node's delivery workers, up to 50 concurrent. */
export async function startDeliveryJobs(jobs: Jobs, context: PushContext): Promise<void> {
  await jobs.work(heldQueue, (held) => releaseHeld(context, held));
  await jobs.work(deliveryQueue, (delivery) => deliver(context, delivery), { maxConcurrentJobs: 50 });
}

/**
 * Sends one push notification, unless it was sent before. A temporary failure is retried at the time the provider
 * names, or else by the job engine with back-off, until a day after the message.
 */
export async function deliver(context: PushContext, delivery: Delivery): Promise<void> {
  const { db, clock } = context;
  const now = clock();
  const registration = await selectPendingRegistration(db, { ...delivery, now: new Date(now) });
  if (!registration) return;
  if (await holdIfQuiet(context, { delivery, aid: registration.aid })) return;
  const message = await findPostedMessage(db, delivery.msgID);
  const sender = context.senders[registration.provider];
  if (!message || message.isWithdrawn) return markDelivery(db, { ...delivery, state: 'dropped' });
  if (!sender || isExpired(message, now, registration.released_at)) {
    const code = sender ? 'push.expired' : 'push.not_configured';
    return drop(context, { delivery, code, tid: message.tid });
  }
  const { aid, language, released_at: releasedAt } = registration;
  const unread = context.badge === 'count' ? await countUnread(db, aid) : undefined;
  const task = await findTask(context, { message, aid, at: new Date(now) });
  const note = toPushNote(message, { language, releasedAt, unread, task });
  const result = await sender.send(decryptToken(context, registration), note);
  await applyResult(context, { delivery, registration, result, tid: message.tid });
}

/** The task of the message, if the recipient can still approve or reject it. */
function findTask(
  { findDecidableTask }: PushContext,
  { message: { tid, taskID }, aid, at }: { message: PostedMessage; aid: string; at: Date },
): Promise<DecidableTask | undefined> | undefined {
  return tid === null || taskID === null ? undefined : findDecidableTask({ tid, taskID, aid, at });
}

async function applyResult(
  context: PushContext,
  {
    delivery,
    registration,
    result,
    tid,
  }: { delivery: Delivery; registration: RegistrationRow; result: PushResult; tid: string | null },
): Promise<void> {
  const { db, clock, outbox, log } = context;
  if (result.outcome === 'sent') return markDelivery(db, { ...delivery, state: 'sent' });
  // The foreign key deletes its deliveries with it.
  if (result.outcome === 'gone') return deleteDeadRegistration(db, registration);
  const { reason } = result;
  const { provider } = registration;
  if (result.outcome === 'refused') {
    log.warn({ ...delivery, provider, reason }, 'push provider rejected the notification');
    return drop(context, { delivery, code: 'push.refused', tid });
  }
  const { afterMs } = result;
  if (afterMs === undefined)
    throw new PushDelayedError(`push provider ${provider} did not accept the notification: ${reason}`);
  const after = new Date(clock() + afterMs);
  await inTransaction(db, (transaction) =>
    outbox.send(transaction, deliveryQueue, [{ data: delivery, after }]),
  );
}

/** Ends a delivery that failed for good. */
function drop(
  { db, clock }: PushContext,
  { delivery, code, tid }: { delivery: Delivery; code: string; tid: string | null },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await markDelivery(transaction, { ...delivery, state: 'dropped' });
    await recordFailure(transaction, { tid, channel: 'push', purpose: 'message', code, at: clock() });
  });
}

/** Makes the job engine retry. */
class PushDelayedError extends Error {
  override readonly name = 'PushDelayedError';
}
