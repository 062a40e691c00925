import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@sealflow/domain/limits';
import {
  type DatabaseHandle,
  type DatabaseTransaction,
  inTransaction,
} from '../../../infra/database/index.ts';
import type { CodePurpose } from '../../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountServices } from '../accounts.types.ts';
import { countAttemptWithoutTicket } from './code-attempts.usecases.ts';
import { requestLogRetentionMs } from './code-limits.rules.ts';
import {
  type CodeRow,
  countWrongAttempt,
  deleteCode,
  deleteCodesAndLogsBefore,
  insertCode,
  lockCodeByTicket,
  lockCodesBySubject,
} from './codes.repository.ts';

/**
 * What a code is valid for: one purpose, and one contact in its stored form, one account with a contact, or one sign-in
 * challenge.
 */
export interface CodeScope {
  address: string;
  purpose: CodePurpose;
}

/** An attempt to use a code. */
export interface PresentedCode {
  /** The scopes for which the code may have been issued. */
  scopes: readonly CodeScope[];
  code: string;
  /** The ticket of the request for the code; undefined for a client that does not support tickets. */
  ticket: string | undefined;
  /** The network of the client. */
  source: string;
}

/** Lifetime of a code, and the number of wrong attempts with its ticket that invalidates it. */
export const codeValidity = { lifetimeMs: 10 * 60_000, maxWrongAttempts: limits.maxCodeAttempts };

const ticketBytes = 16;

type DigestContext = Pick<AccountServices, 'codeKey'>;

/**
 * Derives the key of the digests from the master key. A plain hash of a code or a phone number could be reversed by
 * trying all values.
 */
export function deriveCodeKey(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealflow verification codes', 32));
}

const computeDigest = ({ codeKey }: DigestContext, parts: readonly string[]) =>
  createHmac('sha256', codeKey).update(JSON.stringify(parts)).digest();

/** The keyed digest that identifies a contact, an account or another subject in the tables of codes. */
export function subjectDigest(context: DigestContext, kind: string, ...texts: readonly string[]): Buffer {
  return computeDigest(context, [kind, ...texts]);
}

const ticketDigestFor = (context: DigestContext, { address, purpose }: CodeScope, ticket: string) =>
  computeDigest(context, ['ticket', purpose, address, ticket]);

const codeDigestFor = (context: DigestContext, ticketDigest: Buffer, code: string) =>
  computeDigest(context, ['code', ticketDigest.toString('base64url'), code]);

export interface IssuedCode {
  code: string;
  /** Returned to the requester of the code. An attempt with it counts against this code and no other. */
  ticket: string;
}

/**
 * Issues a code. Earlier codes for the same contact stay valid, each for its own ticket: otherwise anyone could
 * invalidate the code of another person by requesting one.
 * @param isSent - false where no code is sent, to hide that the account is missing. The row then matches no code.
 */
export async function issueCode(
  context: DigestContext,
  db: DatabaseTransaction,
  { scope, isSent, now }: { scope: CodeScope; isSent: boolean; now: number },
): Promise<IssuedCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const ticket = randomBytes(ticketBytes).toString('base64url');
  const ticketDigest = ticketDigestFor(context, scope, ticket);
  await insertCode(db, {
    ticket_digest: ticketDigest,
    subject: subjectDigest(context, 'address', scope.address),
    purpose: scope.purpose,
    code_digest: isSent ? codeDigestFor(context, ticketDigest, code) : randomBytes(32),
    expire_at: new Date(now + codeValidity.lifetimeMs),
  });
  return { code, ticket };
}

/** Deletes a code that could not be sent. */
export async function deleteUnsentCode(
  context: DigestContext,
  db: DatabaseHandle,
  { scope, ticket }: { scope: CodeScope; ticket: string },
): Promise<void> {
  await deleteCode(db, ticketDigestFor(context, scope, ticket));
}

/**
 * Runs `action` in the transaction that consumes a code. Where the action fails, the code stays valid. A wrong attempt
 * is counted in any case.
 * @param action - receives the scope of the code.
 * @throws ServiceError `login.verification_code_error`, `app.too_many_requests`.
 */
export async function consumeCode<T>(
  context: AccountServices,
  presented: PresentedCode,
  action: (transaction: DatabaseTransaction, scope: CodeScope) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(context.db, async (transaction) => {
    const outcome = await findPresentedCode(context, transaction, presented);
    if (typeof outcome === 'string') return outcome;
    await deleteCode(transaction, outcome.row.ticket_digest);
    return { value: await action(transaction, outcome.scope) };
  });
  if (typeof result === 'string') throw createCodeError(result);
  return result.value;
}

/**
 * Asserts that a code is correct, without consuming it. A wrong attempt is counted.
 * @throws ServiceError `login.verification_code_error`, `app.too_many_requests`.
 */
export async function assertCode(context: AccountServices, presented: PresentedCode): Promise<void> {
  const outcome = await inTransaction(context.db, (transaction) =>
    findPresentedCode(context, transaction, presented),
  );
  if (typeof outcome === 'string') throw createCodeError(outcome);
}

type Refusal = 'wrong' | 'throttled';
type Found = { row: CodeRow; scope: CodeScope };

const createCodeError = (refusal: Refusal) =>
  new ServiceError(refusal === 'throttled' ? 'app.too_many_requests' : 'login.verification_code_error');

/**
 * Finds the row of a presented code. An attempt without a valid ticket does not count against any code, only against
 * its source.
 */
async function findPresentedCode(
  context: AccountServices,
  db: DatabaseTransaction,
  presented: PresentedCode,
): Promise<Found | Refusal> {
  const { scopes, code, ticket, source } = presented;
  for (const scope of ticket === undefined ? [] : scopes) {
    const row = await lockCodeByTicket(db, ticketDigestFor(context, scope, ticket ?? ''));
    if (!row) continue;
    if (!isUsable(context, row)) return 'wrong';
    if (isMatchingCode(context, row, code)) return { row, scope };
    await countWrongAttempt(db, row.ticket_digest);
    return 'wrong';
  }
  const contacts = scopes.map(({ address }) =>
    subjectDigest(context, 'address', address).toString('base64url'),
  );
  if (!(await countAttemptWithoutTicket(context, db, { source, contacts }))) return 'throttled';
  const hasNoTicket = ticket === undefined && context.isTicketOptional;
  return (hasNoTicket ? await findCodeWithoutTicket(context, db, presented) : undefined) ?? 'wrong';
}

/** Finds a code without its ticket, where the deployment allows that: older clients do not support tickets. */
async function findCodeWithoutTicket(
  context: AccountServices,
  db: DatabaseTransaction,
  { scopes, code }: PresentedCode,
): Promise<Found | undefined> {
  for (const scope of scopes) {
    const subject = subjectDigest(context, 'address', scope.address);
    const rows = await lockCodesBySubject(db, { subject, purpose: scope.purpose });
    const row = rows.find((one) => isUsable(context, one) && isMatchingCode(context, one, code));
    if (row) return { row, scope };
  }
  return undefined;
}

const isUsable = ({ clock }: AccountServices, { expire_at, wrong_attempts }: CodeRow) =>
  expire_at.getTime() > clock() && wrong_attempts < codeValidity.maxWrongAttempts;

const isMatchingCode = (context: DigestContext, { ticket_digest, code_digest }: CodeRow, code: string) =>
  timingSafeEqual(code_digest, codeDigestFor(context, ticket_digest, code));

/** Deletes expired codes, and request logs that no longer count. @param now - milliseconds since 1970. */
export async function deleteExpiredCodes(db: DatabaseHandle, now: number): Promise<void> {
  await deleteCodesAndLogsBefore(db, {
    expiredBefore: new Date(now),
    requestedBefore: new Date(now - requestLogRetentionMs),
  });
}
