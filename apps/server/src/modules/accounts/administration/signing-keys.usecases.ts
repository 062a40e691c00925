import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import {
  keyPublicationMs,
  maxTokenLifetimeMs,
  type NewTokenKey,
} from '../../../infra/tokens/token-keys.repository.ts';
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
 * - `next`: published; signs from `signsFrom` on.
 * - `signing`: signs new tokens.
 * - `verifying`: replaced; its tokens are still accepted.
 * - `past`: all of its tokens have expired.
 * - `withdrawn`: leaked; its tokens are rejected.
 */
type SigningKeyState = 'next' | 'signing' | 'verifying' | 'past' | 'withdrawn';

export interface SigningKey {
  kid: string;
  state: SigningKeyState;
  /** Milliseconds since 1970, like the other times. */
  createAt: number;
  signsFrom: number;
  verifiesUntil: number | null;
  withdrawnAt: number | null;
  publicKey: Record<string, string>;
}

/** @param now - milliseconds since 1970. @returns every key, also past and withdrawn ones, the newest first. */
export async function listSigningKeys(db: DatabaseHandle, now: number): Promise<SigningKey[]> {
  return toSigningKeys(await selectSigningKeys(db), now);
}

interface KeyCreation {
  readonly now: number;
  readonly makeKey: () => NewTokenKey;
}

/**
 * Creates the next signing key. It is published before it signs, so that every verifier knows it in time. The current
 * key signs until then, and verifies until its last token has expired.
 *
 * @returns the next key, and whether it was created now: while one is waiting no other is created.
 */
export async function rotateSigningKey(
  transaction: DatabaseTransaction,
  { now, makeKey }: KeyCreation,
): Promise<{ key: SigningKey; made: boolean }> {
  const keys = toSigningKeys(await lockSigningKeys(transaction), now);
  const waiting = keys.find(({ state }) => state === 'next');
  if (waiting) return { key: waiting, made: false };
  const current = keys.find(({ state }) => state === 'signing')?.kid;
  const kid = await insertKey(transaction, { now, makeKey }, { current, signsFrom: now + keyPublicationMs });
  return { key: await requireKey(transaction, kid, now), made: true };
}

/**
 * Withdraws a leaked key: its tokens are rejected at once, and sessions without another valid token end. Where it is
 * the signing key, the next key or a new one signs from now on.
 *
 * @returns the key that signs now.
 * @throws ServiceError `admin.signing_key_not_found`, also for a key that was withdrawn before.
 */
export async function withdrawSigningKey(
  transaction: DatabaseTransaction,
  { kid, now, makeKey }: KeyCreation & { kid: string },
): Promise<SigningKey> {
  const keys = toSigningKeys(await lockSigningKeys(transaction), now);
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
    // The current key needs a successor: its verification is already scheduled to end.
    const current = keys.find(({ state }) => state === 'signing')?.kid;
    await insertKey(transaction, { now, makeKey }, { current, signsFrom: now + keyPublicationMs });
  }
  await endSessionsOfWithdrawnKeys(transaction, at);
  const after = toSigningKeys(await selectSigningKeys(transaction), now);
  return after.find(({ state }) => state === 'signing') ?? requireKey(transaction, kid, now);
}

/** Deletes the private parts of past keys. @param now - milliseconds since 1970. */
export function deletePastSigningKeys(db: DatabaseHandle, now: number): Promise<void> {
  return deletePastPrivateKeys(db, new Date(now));
}

async function insertKey(
  transaction: DatabaseTransaction,
  { now, makeKey }: KeyCreation,
  { current, signsFrom }: { current: string | undefined; signsFrom: number },
): Promise<string> {
  const key = makeKey();
  await insertSigningKey(transaction, key, { createdAt: new Date(now), signsFrom: new Date(signsFrom) });
  // A node that does not know the new key yet still signs with the former one for a short time.
  const verifiesUntil = new Date(signsFrom + maxTokenLifetimeMs + keyPublicationMs);
  await updateFormerKeys(transaction, { newest: key.kid, current, verifiesUntil });
  return key.kid;
}

async function requireKey(db: DatabaseHandle, kid: string, now: number): Promise<SigningKey> {
  const found = (await listSigningKeys(db, now)).find((key) => key.kid === kid);
  if (!found) throw new ServiceError('admin.signing_key_not_found');
  return found;
}

function toSigningKeys(rows: readonly SigningKeyRow[], now: number): SigningKey[] {
  // The same choice as in `signingKey`: where the time of no key has come, the oldest one signs.
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
