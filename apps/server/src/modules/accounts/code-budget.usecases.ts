import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { AccountServices } from './accounts.port.ts';
import {
  type CodeBounds,
  type CodeRefusal,
  codeRefusal,
  contactBounds,
  isFirstOfDay,
  type PastAsks,
  requesterBounds,
  withAsk,
  withoutAsk,
} from './code-limits.usecases.ts';
import { lockAsks, writeAsks } from './codes.repository.ts';
import { subjectOf } from './codes.usecases.ts';

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
interface Limit {
  subject: Buffer;
  bounds: CodeBounds;
}

/**
 * Counts a request for a code in the transaction that issues it.
 * @returns the limit that rejects the request; otherwise the counters, for {@link refundCodeRequest} where sending
 * fails.
 */
export async function countRequest(
  context: AccountServices,
  db: DatabaseTransaction,
  { request, now }: { request: CodeRequest; now: number },
): Promise<{ refusal: CodeRefusal } | { counters: readonly Buffer[] }> {
  const { contact, requester, isOwnContact } = request;
  const own = { subject: requesterSubject(context, request), bounds: requesterBounds };
  const past = await readAsks(db, { subject: own.subject, now });
  const refusal = codeRefusal(past, own.bounds, now);
  if (refusal) return { refusal };
  const further: Limit[] = [];
  // An account may request codes for any contact: its requests for all contacts are also counted together.
  if (requester.kind === 'account')
    further.push({ subject: subjectOf(context, 'account', requester.aid), bounds: requesterBounds });
  if (!isOwnContact) {
    const turn = isFirstOfDay(past, now) ? 'first' : 'further';
    further.push({ subject: subjectOf(context, `${turn} requests`, contact), bounds: contactBounds[turn] });
  }
  const counted = [{ ...own, past }];
  for (const limit of further) {
    const others = await readAsks(db, { subject: limit.subject, now });
    const shared = codeRefusal(others, limit.bounds, now);
    if (shared) return { refusal: shared };
    counted.push({ ...limit, past: others });
  }
  for (const { subject, past: before } of counted)
    await updateAsks(db, { subject, now, asks: withAsk(before, now) });
  return { counters: counted.map(({ subject }) => subject) };
}

/** Removes a request from the counters because its code could not be sent. */
export async function takeBack(
  db: DatabaseTransaction,
  { counters, askedAt, now }: { counters: readonly Buffer[]; askedAt: number; now: number },
): Promise<void> {
  for (const subject of counters) {
    const asks = await readAsks(db, { subject, now });
    await updateAsks(db, { subject, now, asks: withoutAsk(asks, { askedAt, now }) });
  }
}

function requesterSubject(context: AccountServices, { contact, requester }: CodeRequest): Buffer {
  if (requester.kind === 'devices') return subjectOf(context, 'requests of devices', contact);
  if (requester.kind === 'account')
    return subjectOf(context, 'requests of an account', contact, requester.aid);
  return subjectOf(context, 'requests of a source', contact, requester.source);
}

async function readAsks(
  db: DatabaseTransaction,
  { subject, now }: { subject: Buffer; now: number },
): Promise<PastAsks> {
  const { sent_at, failed_at } = await lockAsks(db, { subject, at: new Date(now) });
  return { sentAt: sent_at.map(Number), failedAt: failed_at.map(Number) };
}

async function updateAsks(
  db: DatabaseTransaction,
  { subject, now, asks }: { subject: Buffer; now: number; asks: PastAsks },
): Promise<void> {
  const dates = (times: readonly number[]) => times.map((time) => new Date(time));
  await writeAsks(db, {
    subject,
    sent_at: dates(asks.sentAt),
    failed_at: dates(asks.failedAt),
    last_at: new Date(now),
  });
}
