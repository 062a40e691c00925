import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@sealflow/domain/limits';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type { CodePurpose } from '../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountServices } from './accounts.port.ts';
import { allowAttemptWithoutTicket } from './code-attempts.usecases.ts';
import { asksRememberedFor } from './code-limits.usecases.ts';
import {
  type CodeRow,
  countWrongAttempt,
  deleteCode,
  deletePastCodes,
  insertCode,
  lockCodeOfTicket,
  lockCodesOf,
} from './codes.repository.ts';

/**
 * What a code is valid for: one purpose, and one contact in its stored form, one account with a contact, or one sign-in
 * challenge.
 */
export interface CodePlace {
  address: string;
  purpose: CodePurpose;
}

/** An attempt to use a code. */
export interface ShownCode {
  /** The scopes for which the code may have been issued. */
  places: readonly CodePlace[];
  code: string;
  /** The ticket of the request for the code; undefined for a client that does not support tickets. */
  ticket: string | undefined;
  /** The network of the client. */
  source: string;
}

/** Lifetime of a code, and the number of wrong attempts with its ticket that invalidates it. */
export const codeLife = { time: 10 * 60_000, wrongAttempts: limits.codeTries };

const ticketBytes = 16;

type Keyed = Pick<AccountServices, 'codeKey'>;

/**
 * Derives the key of the digests from the master key. A plain hash of a code or a phone number could be reversed by
 * trying all values.
 */
export function codeKeyOf(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealflow verification codes', 32));
}

const digestOf = ({ codeKey }: Keyed, parts: readonly string[]) =>
  createHmac('sha256', codeKey).update(JSON.stringify(parts)).digest();

/** The keyed digest that identifies a contact, an account or another subject in the tables of codes. */
export function subjectOf(context: Keyed, kind: string, ...texts: readonly string[]): Buffer {
  return digestOf(context, [kind, ...texts]);
}

const ticketDigestOf = (context: Keyed, { address, purpose }: CodePlace, ticket: string) =>
  digestOf(context, ['ticket', purpose, address, ticket]);

const codeDigestOf = (context: Keyed, ticketDigest: Buffer, code: string) =>
  digestOf(context, ['code', ticketDigest.toString('base64url'), code]);

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
  context: Keyed,
  db: DatabaseTransaction,
  { place, isSent, now }: { place: CodePlace; isSent: boolean; now: number },
): Promise<IssuedCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const ticket = randomBytes(ticketBytes).toString('base64url');
  const ticketDigest = ticketDigestOf(context, place, ticket);
  await insertCode(db, {
    ticket_digest: ticketDigest,
    subject: subjectOf(context, 'address', place.address),
    purpose: place.purpose,
    code_digest: isSent ? codeDigestOf(context, ticketDigest, code) : randomBytes(32),
    expire_at: new Date(now + codeLife.time),
  });
  return { code, ticket };
}

/** Deletes a code that could not be sent. */
export async function deleteUnsentCode(
  context: Keyed,
  db: DatabaseHandle,
  { place, ticket }: { place: CodePlace; ticket: string },
): Promise<void> {
  await deleteCode(db, ticketDigestOf(context, place, ticket));
}

/**
 * Runs `action` in the transaction that consumes a code. Where the action fails, the code stays valid. A wrong attempt
 * is counted in any case.
 * @param action - receives the scope of the code.
 * @throws ServiceError `login.verification_code_error`, `app.too_many_requests`.
 */
export async function byCode<T>(
  context: AccountServices,
  shown: ShownCode,
  use: (transaction: DatabaseTransaction, place: CodePlace) => Promise<T>,
): Promise<T> {
  const done = await inTransaction(context.db, async (transaction) => {
    const outcome = await findCode(context, transaction, shown);
    if (typeof outcome === 'string') return outcome;
    await deleteCode(transaction, outcome.row.ticket_digest);
    return { value: await use(transaction, outcome.place) };
  });
  if (typeof done === 'string') throw refusalOf(done);
  return done.value;
}

/**
 * Asserts that a code is correct, without consuming it. A wrong attempt is counted.
 * @throws ServiceError `login.verification_code_error`, `app.too_many_requests`.
 */
export async function requireCode(context: AccountServices, shown: ShownCode): Promise<void> {
  const outcome = await inTransaction(context.db, (transaction) => findCode(context, transaction, shown));
  if (typeof outcome === 'string') throw refusalOf(outcome);
}

type Refusal = 'wrong' | 'throttled';
type Found = { row: CodeRow; place: CodePlace };

const refusalOf = (refusal: Refusal) =>
  new ServiceError(refusal === 'throttled' ? 'app.too_many_requests' : 'login.verification_code_error');

/**
 * Finds the row of a presented code. An attempt without a valid ticket does not count against any code, only against
 * its source.
 */
async function findCode(
  context: AccountServices,
  db: DatabaseTransaction,
  shown: ShownCode,
): Promise<Found | Refusal> {
  const { places, code, ticket, source } = shown;
  for (const place of ticket === undefined ? [] : places) {
    const row = await lockCodeOfTicket(db, ticketDigestOf(context, place, ticket ?? ''));
    if (!row) continue;
    if (!isLiving(context, row)) return 'wrong';
    if (isCodeOf(context, row, code)) return { row, place };
    await countWrongAttempt(db, row.ticket_digest);
    return 'wrong';
  }
  const contacts = places.map(({ address }) => subjectOf(context, 'address', address).toString('base64url'));
  if (!(await allowAttemptWithoutTicket(context, db, { source, contacts }))) return 'throttled';
  const hasNoTicket = ticket === undefined && context.codesWithoutTicket;
  return (hasNoTicket ? await findAmongAll(context, db, shown) : undefined) ?? 'wrong';
}

/** Finds a code without its ticket, where the deployment allows that: older clients do not support tickets. */
async function findAmongAll(
  context: AccountServices,
  db: DatabaseTransaction,
  { places, code }: ShownCode,
): Promise<Found | undefined> {
  for (const place of places) {
    const subject = subjectOf(context, 'address', place.address);
    const rows = await lockCodesOf(db, { subject, purpose: place.purpose });
    const row = rows.find((one) => isLiving(context, one) && isCodeOf(context, one, code));
    if (row) return { row, place };
  }
  return undefined;
}

const isLiving = ({ clock }: AccountServices, { expire_at, wrong_attempts }: CodeRow) =>
  expire_at.getTime() > clock() && wrong_attempts < codeLife.wrongAttempts;

const isCodeOf = (context: Keyed, { ticket_digest, code_digest }: CodeRow, code: string) =>
  timingSafeEqual(code_digest, codeDigestOf(context, ticket_digest, code));

/** Deletes expired codes, and request logs that no longer count. @param now - milliseconds since 1970. */
export async function forgetPastCodes(db: DatabaseHandle, now: number): Promise<void> {
  await deletePastCodes(db, { endedBefore: new Date(now), askedBefore: new Date(now - asksRememberedFor) });
}
