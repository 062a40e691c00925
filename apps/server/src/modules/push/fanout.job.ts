import type { ChangeFeed } from '../../infra/changes/changes.port.ts';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import { claimWaiting, isAnyWaiting, settle, type WaitingMessage } from '../messages/fanout.usecases.ts';
import { insertDeliveries, selectAudience, selectRegistered } from './deliveries.repository.ts';
import { isOver } from './note.usecases.ts';
import type { PushContext } from './push.port.ts';

/** A delivery: one message to one registration. */
export const deliveryQueue = declareQueue<{ msgID: string; registrationID: string }>('push.deliveries');

/** Batch size of one transaction: messages, and registrations of each message. */
const portion = { messages: 100, registrations: 1000 };

/**
 * Creates the deliveries of the next pending messages.
 * @returns whether more may be pending.
 */
async function fanOut(context: PushContext): Promise<boolean> {
  if (!(await isAnyWaiting(context.db))) return false;
  return inTransaction(context.db, async (transaction) => {
    const waiting = await claimWaiting(transaction, portion.messages);
    const aids = new Set(waiting.flatMap(({ message: { aid } }) => (aid === null ? [] : [aid])));
    const registered = await selectRegistered(transaction, [...aids]);
    const done: WaitingMessage[] = [];
    for (const one of waiting) {
      const { aid } = one.message;
      // Most recipients of most messages have no registration, so they are filtered out without a query each.
      const isForNobody = aid !== null && !registered.has(aid);
      if (isForNobody || (await spread(context, transaction, one, portion.registrations))) done.push(one);
    }
    await settle(transaction, done);
    return waiting.length === portion.messages || done.length < waiting.length;
  });
}

/**
 * Creates the deliveries of one message for the next page of registrations.
 * @returns whether the message has reached all registrations.
 */
async function spread(
  { clock, outbox }: PushContext,
  transaction: DatabaseTransaction,
  { message, after, moveOn }: WaitingMessage,
  limit: number,
): Promise<boolean> {
  const { msgID, aid, tid } = message;
  const now = clock();
  const found = isOver(message, now)
    ? []
    : await selectAudience(transaction, { aid, tid, after, now: new Date(now), limit });
  const fresh = await insertDeliveries(transaction, { msgID, registrationIDs: found });
  const jobs = fresh.map((registrationID) => ({ data: { msgID, registrationID } }));
  await outbox.send(transaction, deliveryQueue, jobs);
  const last = found.at(-1);
  const isDone = found.length < limit || last === undefined;
  if (!isDone) await moveOn(last);
  return isDone;
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
  const end = new AbortController();
  let isAsked = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isAsked && !end.signal.aborted) {
      isAsked = false;
      // A node that shuts down leaves the rest to the others.
      while (!end.signal.aborted && (await fanOut(context)));
    }
  };
  const poke = () => {
    isAsked = true;
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  const unsubscribe = changes.subscribe((change) => {
    if (change === 'lost' || change.topic === 'message') poke();
  });
  const timer = setInterval(poke, 1000).unref();
  return async () => {
    end.abort();
    clearInterval(timer);
    unsubscribe();
    await running;
  };
}
