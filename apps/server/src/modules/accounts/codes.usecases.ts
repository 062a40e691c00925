import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@sealflow/domain/limits';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type { CodePurpose } from '../../infra/database/tables/accounts.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountServices } from './accounts.port.ts';
import { asksRememberedFor } from './code-limits.usecases.ts';
import {
  type CodeRow,
  countWrongTry,
  deleteCode,
  deletePastCodes,
  lockCode,
  upsertCode,
} from './codes.repository.ts';

/** What a code is good for: one number or address in its stored form, or one begun sign-in, and one purpose. */
export interface CodePlace {
  address: string;
  purpose: CodePurpose;
}

/** How long a code is good, and how many wrong ones end it. */
export const codeLife = { time: 10 * 60_000, wrongTries: limits.codeTries };

type Keyed = Pick<AccountServices, 'codeKey'>;

/** Of the master key, so that rows alone tell neither codes nor numbers: six digits are tried through in no time. */
export function codeKeyOf(masterKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'sealflow verification codes', 32));
}

/** Stands for a number, an address or an account in the rows about codes. */
export function subjectOf({ codeKey }: Keyed, kind: 'address' | 'account', text: string): Buffer {
  return createHmac('sha256', codeKey)
    .update(JSON.stringify([kind, text]))
    .digest();
}

function digestOf({ codeKey }: Keyed, { address, purpose }: CodePlace, code: string): Buffer {
  return createHmac('sha256', codeKey)
    .update(JSON.stringify(['code', purpose, address, code]))
    .digest();
}

/** Makes the code of a place; the one before is no longer good. */
export async function makeCode(
  context: Keyed,
  db: DatabaseTransaction,
  { place, now }: { place: CodePlace; now: number },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await upsertCode(db, {
    subject: subjectOf(context, 'address', place.address),
    purpose: place.purpose,
    digest: digestOf(context, place, code),
    expire_at: new Date(now + codeLife.time),
  });
  return code;
}

/** Ends a code that never reached anyone. */
export async function dropCode(
  context: Keyed,
  db: DatabaseHandle,
  { place, code }: { place: CodePlace; code: string },
): Promise<void> {
  const subject = subjectOf(context, 'address', place.address);
  await deleteCode(db, { subject, purpose: place.purpose, digest: digestOf(context, place, code) });
}

/**
 * Does what a code is needed for, in the transaction that uses the code up: where it fails, the code is still good. A
 * wrong one is counted whatever happens.
 * @param places - where the code may have been sent.
 * @throws ServiceError `login.verification_code_error`.
 */
export async function byCode<T>(
  context: AccountServices,
  { places, code }: { places: readonly CodePlace[]; code: string },
  use: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const done = await inTransaction(context.db, async (transaction) => {
    const row = await findCode(context, transaction, { places, code });
    if (!row) return undefined;
    await deleteCode(transaction, row);
    return { value: await use(transaction) };
  });
  if (!done) throw new ServiceError('login.verification_code_error');
  return done.value;
}

/**
 * Whether a code is right, which stays good; a wrong one is counted.
 * @throws ServiceError `login.verification_code_error`.
 */
export async function demandCode(
  context: AccountServices,
  shown: { places: readonly CodePlace[]; code: string },
): Promise<void> {
  const row = await inTransaction(context.db, (transaction) => findCode(context, transaction, shown));
  if (!row) throw new ServiceError('login.verification_code_error');
}

/** The code that is shown, counting a wrong try where it is another's. */
async function findCode(
  context: AccountServices,
  db: DatabaseTransaction,
  { places, code }: { places: readonly CodePlace[]; code: string },
): Promise<CodeRow | undefined> {
  for (const place of places) {
    const { purpose } = place;
    const row = await lockCode(db, { subject: subjectOf(context, 'address', place.address), purpose });
    if (!row || row.expire_at.getTime() <= context.clock() || row.wrong_tries >= codeLife.wrongTries)
      continue;
    if (timingSafeEqual(row.digest, digestOf(context, place, code))) return row;
    await countWrongTry(db, row);
  }
  return undefined;
}

/** Forgets codes that ended, and when they were asked for. */
export async function forgetPastCodes(db: DatabaseHandle, now: number): Promise<void> {
  await deletePastCodes(db, { endedBefore: new Date(now), askedBefore: new Date(now - asksRememberedFor) });
}
