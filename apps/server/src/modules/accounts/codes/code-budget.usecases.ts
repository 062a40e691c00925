import type { DatabaseTransaction } from '../../../infra/database/index.ts';
import type { AccountServices } from '../accounts.types.ts';
import {
  addRequest,
  type CodeLimits,
  type CodeRefusal,
  type CodeRequestLog,
  contactLimits,
  findCodeRefusal,
  isFirstOfDay,
  markRequestFailed,
  requesterLimits,
} from './code-limits.rules.ts';
import { lockRequestLog, updateRequestLog } from './codes.repository.ts';
import { subjectDigest } from './codes.usecases.ts';

/**
 * The requester of a code. `devices`: the known devices of the account, identified by a DPoP proof and counted
 * together. `account`: the signed-in account. `source`: the network of any other request.
 */
export type Requester =
  | { kind: 'devices' }
  | { kind: 'account'; aid: string }
  | { kind: 'source'; source: string };

export interface CodeRequest {
  /** The phone number or address that receives the code, in its stored form. */
  contact: string;
  requester: Requester;
  /**
   * Whether the contact is the requester's own. Such requests do not count towards the limits that unknown sources
   * share.
   */
  isOwnContact: boolean;
}

/** One counter of a request and its limits. Rows are locked in one order, which prevents deadlocks. */
interface LimitedCounter {
  subject: Buffer;
  limits: CodeLimits;
}

/**
 * Counts a request for a code in the transaction that issues it.
 * @returns the limit that rejects the request; otherwise the counters, for {@link refundCodeRequest} where sending
 * fails.
 */
export async function countCodeRequest(
  context: AccountServices,
  db: DatabaseTransaction,
  { request, now }: { request: CodeRequest; now: number },
): Promise<{ refusal: CodeRefusal } | { counters: readonly Buffer[] }> {
  const { contact, requester, isOwnContact } = request;
  const requesterCounter = { subject: requesterDigest(context, request), limits: requesterLimits };
  const past = await readRequestLog(db, { subject: requesterCounter.subject, now });
  const refusal = findCodeRefusal(past, requesterCounter.limits, now);
  if (refusal) return { refusal };
  const furtherCounters: LimitedCounter[] = [];
  // An account may request codes for any contact: its requests for all contacts are also counted together.
  if (requester.kind === 'account')
    furtherCounters.push({
      subject: subjectDigest(context, 'account', requester.aid),
      limits: requesterLimits,
    });
  if (!isOwnContact) {
    const requestKind = isFirstOfDay(past, now) ? 'first' : 'further';
    furtherCounters.push({
      subject: subjectDigest(context, `${requestKind} requests`, contact),
      limits: contactLimits[requestKind],
    });
  }
  const counted = [{ ...requesterCounter, past }];
  for (const limit of furtherCounters) {
    const sharedRequests = await readRequestLog(db, { subject: limit.subject, now });
    const sharedRefusal = findCodeRefusal(sharedRequests, limit.limits, now);
    if (sharedRefusal) return { refusal: sharedRefusal };
    counted.push({ ...limit, past: sharedRequests });
  }
  for (const { subject, past: before } of counted)
    await saveRequestLog(db, { subject, now, requestLog: addRequest(before, now) });
  return { counters: counted.map(({ subject }) => subject) };
}

/** Removes a request from the counters because its code could not be sent. */
export async function refundCodeRequest(
  db: DatabaseTransaction,
  { counters, requestedAt, now }: { counters: readonly Buffer[]; requestedAt: number; now: number },
): Promise<void> {
  for (const subject of counters) {
    const requestLog = await readRequestLog(db, { subject, now });
    await saveRequestLog(db, {
      subject,
      now,
      requestLog: markRequestFailed(requestLog, { requestedAt, now }),
    });
  }
}

function requesterDigest(context: AccountServices, { contact, requester }: CodeRequest): Buffer {
  if (requester.kind === 'devices') return subjectDigest(context, 'requests of devices', contact);
  if (requester.kind === 'account')
    return subjectDigest(context, 'requests of an account', contact, requester.aid);
  return subjectDigest(context, 'requests of a source', contact, requester.source);
}

async function readRequestLog(
  db: DatabaseTransaction,
  { subject, now }: { subject: Buffer; now: number },
): Promise<CodeRequestLog> {
  const { sent_at, failed_at } = await lockRequestLog(db, { subject, at: new Date(now) });
  return { sentAt: sent_at.map(Number), failedAt: failed_at.map(Number) };
}

async function saveRequestLog(
  db: DatabaseTransaction,
  { subject, now, requestLog }: { subject: Buffer; now: number; requestLog: CodeRequestLog },
): Promise<void> {
  const dates = (times: readonly number[]) => times.map((time) => new Date(time));
  await updateRequestLog(db, {
    subject,
    sent_at: dates(requestLog.sentAt),
    failed_at: dates(requestLog.failedAt),
    last_at: new Date(now),
  });
}
