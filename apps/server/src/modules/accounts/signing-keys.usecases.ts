import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import {
  keyPublicationMs,
  longestTokenLifeMs,
  type NewTokenKey,
} from '../../infra/tokens/token-keys.adapter.ts';
import {
  deletePastPrivateKeys,
  endSessionsOfWithdrawnKeys,
  insertSigningKey,
  lockSigningKeys,
  type SigningKeyRow,
  selectSigningKeys,
  updateFormerKeys,
  updateSigningStart,
  withdrawKey,
} from './signing-keys.repository.ts';

/**
 * - `next`: published, and signs from a moment on.
 * - `signing`: signs what is signed now.
 * - `verifying`: was replaced; tokens that it signed are still good.
 * - `past`: every token that it signed has ended.
 * - `withdrawn`: leaked; nothing that it signed is accepted.
 */
type SigningKeyState = 'next' | 'signing' | 'verifying' | 'past' | 'withdrawn';

export interface SigningKey {
  kid: string;
  state: SigningKeyState;
  /** Milliseconds since 1970, as the other moments. */
  createAt: number;
  signsFrom: number;
  verifiesUntil: number | null;
  withdrawnAt: number | null;
  publicKey: Record<string, string>;
}

/** @param now - milliseconds since 1970. @returns every key there ever was, the newest first. */
export async function listSigningKeys(db: DatabaseHandle, now: number): Promise<SigningKey[]> {
  return describeAll(await selectSigningKeys(db), now);
}

interface Making {
  readonly now: number;
  readonly makeKey: () => NewTokenKey;
}

/**
 * Makes the key that signs next. It is published first, so that whoever verifies knows it before anything is signed by it;
 * the current key signs until then, and verifies until the last token that it signed has ended.
 *
 * @returns the next key, and whether it was made now: while one waits for its time no other is made.
 */
export async function rotateSigningKey(
  transaction: DatabaseTransaction,
  { now, makeKey }: Making,
): Promise<{ key: SigningKey; made: boolean }> {
  const keys = describeAll(await lockSigningKeys(transaction), now);
  const waiting = keys.find(({ state }) => state === 'next');
  if (waiting) return { key: waiting, made: false };
  const current = keys.find(({ state }) => state === 'signing')?.kid;
  const kid = await insertKey(transaction, { now, makeKey }, { current, signsFrom: now + keyPublicationMs });
  return { key: await requireKey(transaction, kid, now), made: true };
}

/**
 * Withdraws a key that leaked: its tokens are refused at once, and sessions without another end. Where it is the one that
 * signs, the next one signs from now on, or one that is made now.
 *
 * @returns the key that signs now.
 * @throws ServiceError `admin.signing_key_not_found`, also for a key that was withdrawn before.
 */
export async function withdrawSigningKey(
  transaction: DatabaseTransaction,
  { kid, now, makeKey }: Making & { kid: string },
): Promise<SigningKey> {
  const keys = describeAll(await lockSigningKeys(transaction), now);
  const found = keys.find((key) => key.kid === kid);
  if (!found || found.state === 'withdrawn') throw new ServiceError('admin.signing_key_not_found');
  const at = new Date(now);
  await withdrawKey(transaction, { kid, at });
  const next = keys.find(({ state }) => state === 'next');
  if (found.state === 'signing' && next) {
    await updateSigningStart(transaction, { kid: next.kid, signsFrom: at });
  } else if (found.state === 'signing') {
    await insertKey(transaction, { now, makeKey }, { current: undefined, signsFrom: now });
  } else if (found.state === 'next') {
    // The current key is to be followed, or it would stop to verify while it signs.
    const current = keys.find(({ state }) => state === 'signing')?.kid;
    await insertKey(transaction, { now, makeKey }, { current, signsFrom: now + keyPublicationMs });
  }
  await endSessionsOfWithdrawnKeys(transaction, at);
  const after = describeAll(await selectSigningKeys(transaction), now);
  return after.find(({ state }) => state === 'signing') ?? requireKey(transaction, kid, now);
}

/** Deletes the private parts of keys that sign and verify nothing any more. @param now - milliseconds since 1970. */
export function deletePastSigningKeys(db: DatabaseHandle, now: number): Promise<void> {
  return deletePastPrivateKeys(db, new Date(now));
}

async function insertKey(
  transaction: DatabaseTransaction,
  { now, makeKey }: Making,
  { current, signsFrom }: { current: string | undefined; signsFrom: number },
): Promise<string> {
  const key = makeKey();
  await insertSigningKey(transaction, key, { createdAt: new Date(now), signsFrom: new Date(signsFrom) });
  // A node that has not heard of it yet signs by the former key for a moment longer.
  const verifiesUntil = new Date(signsFrom + longestTokenLifeMs + keyPublicationMs);
  await updateFormerKeys(transaction, { newest: key.kid, current, verifiesUntil });
  return key.kid;
}

async function requireKey(db: DatabaseHandle, kid: string, now: number): Promise<SigningKey> {
  const found = (await listSigningKeys(db, now)).find((key) => key.kid === kid);
  if (!found) throw new ServiceError('admin.signing_key_not_found');
  return found;
}

function describeAll(rows: readonly SigningKeyRow[], now: number): SigningKey[] {
  // The same choice as in `signingKey`: where no key's time has come, the first signs.
  const usable = rows.filter((row) => !row.withdrawn_at);
  const signing = usable.find((row) => row.signs_from.getTime() <= now) ?? usable.at(-1);
  return rows.map((row) => ({
    kid: row.kid,
    state: stateOf(row, signing, now),
    createAt: row.created_at.getTime(),
    signsFrom: row.signs_from.getTime(),
    verifiesUntil: row.verifies_until?.getTime() ?? null,
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
    publicKey: row.public_jwk,
  }));
}

function stateOf(row: SigningKeyRow, signing: SigningKeyRow | undefined, now: number): SigningKeyState {
  if (row.withdrawn_at) return 'withdrawn';
  if (row === signing) return 'signing';
  if (row.signs_from.getTime() > now) return 'next';
  return row.verifies_until && row.verifies_until.getTime() <= now ? 'past' : 'verifying';
}
