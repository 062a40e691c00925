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

/** What a code is good for: one number or address in its stored form, or one begun sign-in, and one purpose. */
export interface CodePlace {
  address: string;
  purpose: CodePurpose;
}

/** What an attempt shows. */
export interface ShownCode {
  /** Where the code may have been sent. */
  places: readonly CodePlace[];
  code: string;
  /** Of the request that the code was sent for; undefined for a client that knows no tickets. */
  ticket: string | undefined;
  /** The network that the attempt comes from. */
  source: string;
}

/** How long a code is good, and how many wrong attempts with its ticket end it. */
export const codeLife = { time: 10 * 60_000, wrongAttempts: limits.codeTries };

const ticketBytes = 16;

type Keyed = Pick<AccountServices, 'codeKey'>;

/** Of the master key, so that rows alone tell neither codes nor numbers: six digits are tried through in no time. */
export function codeKeyOf(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealflow verification codes', 32));
}

const digestOf = ({ codeKey }: Keyed, parts: readonly string[]) =>
  createHmac('sha256', codeKey).update(JSON.stringify(parts)).digest();

/** Stands for a contact, an account, or what else codes are counted for, in the rows about codes. */
export function subjectOf(context: Keyed, kind: string, ...texts: readonly string[]): Buffer {
  return digestOf(context, [kind, ...texts]);
}

const ticketDigestOf = (context: Keyed, { address, purpose }: CodePlace, ticket: string) =>
  digestOf(context, ['ticket', purpose, address, ticket]);

const codeDigestOf = (context: Keyed, ticketDigest: Buffer, code: string) =>
  digestOf(context, ['code', ticketDigest.toString('base64url'), code]);

export interface IssuedCode {
  code: string;
  /** Answered to whoever requested the code; an attempt with it counts against this code and no other. */
  ticket: string;
}

/**
 * Issues a code. Codes that others requested for the same contact stay good, each for its own ticket: a stranger's request ends
 * nobody's code.
 * @param isSent - false where the code reaches nobody: its row then accepts no code at all, and is otherwise like any other.
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
 * Does what a code is needed for, in the transaction that uses the code up: where it fails, the code is still good. A
 * wrong attempt is counted whatever happens.
 * @param use - receives the place that the code was sent to.
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
 * Whether a code is right, which stays good; a wrong one is counted.
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

/** The code that is shown. An attempt without the right ticket changes no code: it counts against its source alone. */
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

/** Where the deployment allows it: the code of whichever ticket, since a client that knows no tickets shows none. */
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

/** Deletes codes that ended, and requests that limit nothing any more. */
export async function forgetPastCodes(db: DatabaseHandle, now: number): Promise<void> {
  await deletePastCodes(db, { endedBefore: new Date(now), askedBefore: new Date(now - asksRememberedFor) });
}
