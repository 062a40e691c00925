import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ChangeFeed } from '../changes/changes.port.ts';
import { type DatabaseHandle, inTransaction } from '../database/index.ts';
import {
  lockMasterKey,
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../master-key/index.ts';

export const wrappedTokenKeys: WrappedColumn = {
  table: 'token_keys',
  column: 'wrapped_private_key',
  id: 'kid',
  contextOf: (kid) => kid,
};

/** A current, past or future key that signs tokens and statements of the service. */
export interface TokenKey {
  kid: string;
  publicJwk: Record<string, string>;
  /** Null once the key signs no more. */
  privateKey: KeyObject | null;
  /** Milliseconds since 1970. Until then the key is published but does not sign. */
  signsFrom: number;
  /** Milliseconds since 1970, when the last token of the key has expired. Null if the key has no successor. */
  verifiesUntil: number | null;
  /** Milliseconds since 1970. A withdrawn key has leaked: nothing signed by it is accepted. */
  withdrawnAt: number | null;
}

/** Cache of the deployment's keys in the database. */
export interface TokenKeys {
  /** Newest first, including withdrawn and past keys. */
  list(): readonly TokenKey[];
  /** Reloads the keys if they may have changed, or if `kid` is unknown. */
  refresh(kid?: string): Promise<void>;
}

export interface TokenKeysOptions {
  masterKey: MasterKey;
  /** Reports a rotation or withdrawal on any node. Without it the keys are reloaded when they are older than a minute. */
  changes?: ChangeFeed;
  onError?: (error: unknown) => void;
}

/** Maximum lifetime of any token. A replaced key still verifies for this time. */
export const maxTokenLifetimeMs = 30 * 24 * 3_600_000;

/** Time from the publication of a key to its first signature: other servers cache the published keys for five minutes. */
export const keyPublicationMs = 10 * 60_000;

const maxKeyAgeMs = 60_000;
/** Minimum interval between reloads for unknown key ids, so that forged tokens do not cause a query each. */
const unknownKeyIntervalMs = 1000;

/**
 * Loads the token keys and creates the first one if there is none.
 *
 * The keys are Ed25519, whose signatures are deterministic: a token signed again from its row is the same text.
 */
export async function openTokenKeys(
  db: DatabaseHandle,
  { masterKey, changes, onError = () => {} }: TokenKeysOptions,
): Promise<TokenKeys> {
  await ensureTokenKey(db, masterKey);
  let readAt = performance.now();
  let keys = await readTokenKeys(db, masterKey);
  let isStale = false;
  let reading: Promise<void> | undefined;

  const isDue = (kid: string | undefined): boolean => {
    const age = performance.now() - readAt;
    const isUnknown = kid !== undefined && keys.every((key) => key.kid !== kid);
    return isStale || age > maxKeyAgeMs || (isUnknown && age > unknownKeyIntervalMs);
  };
  const read = async (previous: Promise<void> | undefined) => {
    await previous?.catch(() => {});
    try {
      keys = await readTokenKeys(db, masterKey);
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  const refresh = (kid?: string): Promise<void> => {
    if (!isDue(kid)) return reading ?? Promise.resolve();
    // Cleared before the query begins: a change during the query marks the keys as stale again.
    isStale = false;
    readAt = performance.now();
    const refreshing = read(reading).finally(() => {
      if (reading === refreshing) reading = undefined;
    });
    reading = refreshing;
    return refreshing;
  };
  changes?.subscribe((change) => {
    if (change !== 'lost' && change.topic !== 'token_key') return;
    isStale = true;
    refresh().catch(onError);
  });
  return { list: () => keys, refresh };
}

/** The key that signs at this moment. @throws TypeError if no key can sign. */
export function signingKey(
  keys: readonly TokenKey[],
  now: number,
): TokenKey & { readonly privateKey: KeyObject } {
  const usable = keys.filter(canSign);
  const found = usable.find(({ signsFrom }) => signsFrom <= now) ?? usable.at(-1);
  if (!found) throw new TypeError('no active token signing key');
  return found;
}

/** Whether a key may sign from `signsFrom` on. */
export function canSign(key: TokenKey): key is TokenKey & { readonly privateKey: KeyObject } {
  return key.privateKey !== null && key.withdrawnAt === null;
}

/** Whether tokens of this key are accepted now. */
export function isAccepted({ withdrawnAt, verifiesUntil }: TokenKey, now: number): boolean {
  return withdrawnAt === null && (verifiesUntil === null || verifiesUntil > now);
}

export interface NewTokenKey {
  kid: string;
  publicJwk: Record<string, string>;
  wrappedPrivateKey: Buffer;
}

/** Generates an Ed25519 key pair; the private key is wrapped by the master key. */
export function createTokenKey(masterKey: MasterKey): NewTokenKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = randomUUID();
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' };
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  const wrappedPrivateKey = wrapAtRest(secret, masterKey.bytes, kid);
  secret.fill(0);
  return { kid, publicJwk, wrappedPrivateKey };
}

async function ensureTokenKey(db: DatabaseHandle, masterKey: MasterKey): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // The lock ensures that nodes which start together create one key.
    await sql`select pg_advisory_xact_lock(hashtext('token_keys'))`.execute(transaction);
    const known = await transaction.selectFrom('token_keys').select('kid').limit(1).execute();
    if (known.length > 0) return;
    await lockMasterKey(transaction, masterKey);
    const { kid, publicJwk, wrappedPrivateKey } = createTokenKey(masterKey);
    await transaction
      .insertInto('token_keys')
      .values({ kid, public_jwk: JSON.stringify(publicJwk), wrapped_private_key: wrappedPrivateKey })
      .execute();
  });
}

async function readTokenKeys(db: DatabaseHandle, masterKey: MasterKey): Promise<readonly TokenKey[]> {
  const rows = await db.selectFrom('token_keys').selectAll().orderBy('signs_from', 'desc').execute();
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    privateKey: row.wrapped_private_key && privateKeyOf(row.wrapped_private_key, row.kid, masterKey),
    signsFrom: row.signs_from.getTime(),
    verifiesUntil: row.verifies_until?.getTime() ?? null,
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  }));
}

function privateKeyOf(wrapped: Buffer, kid: string, masterKey: MasterKey): KeyObject {
  return createPrivateKey({ key: unwrapAtRest(wrapped, masterKey.bytes, kid), format: 'der', type: 'pkcs8' });
}
