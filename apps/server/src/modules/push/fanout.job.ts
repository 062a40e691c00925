import type { ChangeFeed } from '../../infra/changes/changes.port.ts';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import {
  claimWaiting,
  completeFanout,
  isAnyWaiting,
  type PendingMessage,
} from '../messages/fanout.usecases.ts';
import {
  insertDeliveries,
  selectRegisteredAccounts,
  selectRegistrationsOfAudience,
} from './deliveries.repository.ts';
import type { PushContext } from './push.types.ts';
import { isExpired } from './push-note.usecases.ts';

/** A delivery: one message to one registration. */
export const deliveryQueue = declareQueue<{ msgID: string; registrationID: string }>('push.deliveries');

/** Batch size of one transaction: messages, and registrations of each message. A statement creates as many jobs. */
const batchSize = { messages: 100, registrations: 1000 };

/**
 * Creates the deliveries of the next pending messages.
 * @returns whether more may be pending.
 */
async function fanOut(context: PushContext): Promise<boolean> {
  if (!(await isAnyWaiting(context.db))) return false;
  return inTransaction(context.db, async (transaction) => {
    const pending = await claimWaiting(transaction, batchSize.messages);
    const aids = new Set(pending.flatMap(({ message: { aid } }) => (aid === null ? [] : [aid])));
    const registered = await selectRegisteredAccounts(transaction, [...aids]);
    // The statements of all messages are sent together.
    const fannedOut = await Promise.all(
      pending.map(async (one) => {
        const { aid } = one.message;
        // Most recipients of most messages have no registration, so they are filtered out without a query each.
        if (aid !== null && !registered.has(aid)) return { one, isDone: true, jobs: [] };
        return { one, ...(await createDeliveries(context, transaction, one, batchSize.registrations)) };
      }),
    );
    const jobs = fannedOut.flatMap((one) => one.jobs);
    for (let from = 0; from < jobs.length; from += batchSize.registrations)
      await context.outbox.send(transaction, deliveryQueue, jobs.slice(from, from + batchSize.registrations));
    const done = fannedOut.flatMap(({ one, isDone }) => (isDone ? [one] : []));
    await completeFanout(transaction, done);
    return pending.length === batchSize.messages || done.length < pending.length;
  });
}

interface Deliveries {
  /** Whether the message has reached all registrations. */
  readonly isDone: boolean;
  /** The jobs of the new deliveries. */
  readonly jobs: readonly { readonly data: { readonly msgID: string; readonly registrationID: string } }[];
}

/** Creates the deliveries of one message for the next page of registrations. */
async function createDeliveries(
  { clock }: PushContext,
  transaction: DatabaseTransaction,
  { message, kind, cursor, saveCursor }: PendingMessage,
  limit: number,
): Promise<Deliveries> {
  const { msgID, aid, tid } = message;
  const now = clock();
  const found = isExpired(message, now)
    ? []
    : await selectRegistrationsOfAudience(transaction, { aid, tid, kind, cursor, now: new Date(now), limit });
  const newRegistrationIDs = await insertDeliveries(transaction, { msgID, registrationIDs: found });
  const last = found.at(-1);
  const isDone = found.length < limit || last === undefined;
  if (!isDone) await saveCursor(last);
  return { isDone, jobs: newRegistrationIDs.map((registrationID) => ({ data: { msgID, registrationID } })) };
}

export interface FanOutLoop {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Fans out posted messages as soon as the change feed reports them, and once a second as a fallback.
 * @returns a function that stops the loop.
 */
export function startFanOut(context: PushContext, { changes, onError }: FanOutLoop): () => Promise<void> {
  const stopping = new AbortController();
  let isRequested = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isRequested && !stopping.signal.aborted) {
      isRequested = false;
      // A node that shuts down leaves the rest to the others.
      while (!stopping.signal.aborted && (await fanOut(context)));
    }
  };
  const wake = () => {
    isRequested = true;
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  const unsubscribe = changes.subscribe((change) => {
    if (change === 'lost' || change.topic === 'message') wake();
  });
  const timer = setInterval(wake, 1000).unref();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    unsubscribe();
    await running;
  };
}
