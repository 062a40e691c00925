import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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

/** A key that tokens were signed by. */
export interface TokenKey {
  kid: string;
  publicJwk: Record<string, string>;
  privateKey: KeyObject;
}

/**
 * The keys of tokens, the newest first; the first is made where there is none.
 *
 * Ed25519: its signatures are deterministic, so a token is the same text whenever it is written again from its row.
 */
export async function openTokenKeys(db: DatabaseHandle, masterKey: MasterKey): Promise<TokenKey[]> {
  const rows = await inTransaction(db, async (transaction) => {
    // Nodes that start together make one key.
    await sql`select pg_advisory_xact_lock(hashtext('token_keys'))`.execute(transaction);
    const known = await selectKeys(transaction);
    if (known.length > 0) return known;
    await demandMasterKey(transaction, masterKey);
    await transaction.insertInto('token_keys').values(makeKey(masterKey)).execute();
    return selectKeys(transaction);
  });
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    privateKey: createPrivateKey({
      key: unwrapAtRest(row.wrapped_private_key, masterKey.bytes, row.kid),
      format: 'der',
      type: 'pkcs8',
    }),
  }));
}

function selectKeys(db: DatabaseHandle) {
  return db.selectFrom('token_keys').selectAll().orderBy('created_at', 'desc').execute();
}

function makeKey(masterKey: MasterKey) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = randomUUID();
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' };
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    kid,
    public_jwk: JSON.stringify(jwk),
    wrapped_private_key: wrapAtRest(secret, masterKey.bytes, kid),
  };
}
