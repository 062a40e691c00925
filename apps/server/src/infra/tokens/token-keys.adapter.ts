import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ChangeFeed } from '../changes/changes.port.ts';
import { type DatabaseHandle, inTransaction } from '../database/index.ts';
import {
  demandMasterKey,
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

/** A key that signs tokens and statements of the service, or did. */
export interface TokenKey {
  kid: string;
  publicJwk: Record<string, string>;
  /** Null once it can sign nothing any more. */
  privateKey: KeyObject | null;
  /** Milliseconds since 1970; before this moment the key is published and signs nothing. */
  signsFrom: number;
  /** Milliseconds since 1970: the last token that it signed has ended by then. Null where no other key follows it. */
  verifiesUntil: number | null;
  /** Milliseconds since 1970. A withdrawn key leaked: nothing that it signed is accepted. */
  withdrawnAt: number | null;
}

/** The keys of the deployment, as the database had them at the last read. */
export interface TokenKeys {
  /** The newest first, withdrawn and past ones included. */
  list(): readonly TokenKey[];
  /** Reads the keys again where they may have changed, or where this one is not known. */
  refresh(kid?: string): Promise<void>;
}

export interface TokenKeysOptions {
  masterKey: MasterKey;
  /** Reports a rotation or withdrawal on any node; without it the keys are read again once a minute at most. */
  changes?: ChangeFeed;
  onError?: (error: unknown) => void;
}

/** The longest life of any token, which decides how long a key that was replaced still verifies. */
export const longestTokenLifeMs = 30 * 24 * 3_600_000;

/** A key is published for so long before it signs: other servers cache the published keys for five minutes. */
export const keyPublicationMs = 10 * 60_000;

const maxAgeMs = 60_000;
/** Tokens with invented key ids must not make a node read its keys for each of them. */
const unknownKeyIntervalMs = 1000;

/**
 * The keys of tokens; the first is made where there is none.
 *
 * Ed25519: its signatures are deterministic, so a token is the same text whenever it is written again from its row.
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
    return isStale || age > maxAgeMs || (isUnknown && age > unknownKeyIntervalMs);
  };
  const read = async (before: Promise<void> | undefined) => {
    await before?.catch(() => {});
    try {
      keys = await readTokenKeys(db, masterKey);
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  const refresh = (kid?: string): Promise<void> => {
    if (!isDue(kid)) return reading ?? Promise.resolve();
    // Before the query begins: a change during it is not in its answer, and asks for another one.
    isStale = false;
    readAt = performance.now();
    const begun = read(reading).finally(() => {
      if (reading === begun) reading = undefined;
    });
    reading = begun;
    return begun;
  };
  changes?.subscribe((change) => {
    if (change !== 'lost' && change.topic !== 'token_key') return;
    isStale = true;
    refresh().catch(onError);
  });
  return { list: () => keys, refresh };
}

/** The key that signs at this moment. */
export function signingKey(
  keys: readonly TokenKey[],
  now: number,
): TokenKey & { readonly privateKey: KeyObject } {
  const usable = keys.filter(canSign);
  const found = usable.find(({ signsFrom }) => signsFrom <= now) ?? usable.at(-1);
  if (!found) throw new TypeError('no token key can sign');
  return found;
}

/** Whether a key may sign when its time has come. */
export function canSign(key: TokenKey): key is TokenKey & { readonly privateKey: KeyObject } {
  return key.privateKey !== null && key.withdrawnAt === null;
}

/** Whether tokens of this key are accepted. */
export function isAccepted({ withdrawnAt, verifiesUntil }: TokenKey, now: number): boolean {
  return withdrawnAt === null && (verifiesUntil === null || verifiesUntil > now);
}

export interface NewTokenKey {
  kid: string;
  publicJwk: Record<string, string>;
  wrappedPrivateKey: Buffer;
}

/** Makes a key pair, its private part wrapped by the master key. */
export function makeTokenKey(masterKey: MasterKey): NewTokenKey {
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
    // Nodes that start together make one key.
    await sql`select pg_advisory_xact_lock(hashtext('token_keys'))`.execute(transaction);
    const known = await transaction.selectFrom('token_keys').select('kid').limit(1).execute();
    if (known.length > 0) return;
    await demandMasterKey(transaction, masterKey);
    const { kid, publicJwk, wrappedPrivateKey } = makeTokenKey(masterKey);
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
