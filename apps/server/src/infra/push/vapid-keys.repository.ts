import { sql } from 'kysely';
import webpush from 'web-push';
import { type DatabaseHandle, inTransaction } from '../database/index.ts';
import {
  lockMasterKey,
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../master-key/index.ts';

/** An uncompressed P-256 point and its scalar, base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Returns a memoized loader of the VAPID keys. The keys are created at first use, once for all nodes, and never change,
 * because the subscriptions of browsers are bound to them.
 */
export function createVapidKeyLoader(db: DatabaseHandle, masterKey: MasterKey): () => Promise<VapidKeys> {
  let loading: Promise<VapidKeys> | undefined;
  return () => {
    loading ??= loadOrCreateKeys(db, masterKey).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function loadOrCreateKeys(db: DatabaseHandle, masterKey: MasterKey): Promise<VapidKeys> {
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('push_vapid_keys'))`.execute(transaction);
    const row = await transaction
      .selectFrom('push_vapid_keys')
      .selectAll()
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
    if (row) {
      const secret = unwrapAtRest(row.wrapped_private_key, masterKey.bytes, contextOf(row.public_key));
      return { publicKey: row.public_key, privateKey: secret.toString('base64url') };
    }
    await lockMasterKey(transaction, masterKey);
    const { publicKey, privateKey } = webpush.generateVAPIDKeys();
    const secret = Buffer.from(privateKey, 'base64url');
    await transaction
      .insertInto('push_vapid_keys')
      .values({
        public_key: publicKey,
        wrapped_private_key: wrapAtRest(secret, masterKey.bytes, contextOf(publicKey)),
      })
      .execute();
    return { publicKey, privateKey };
  });
}

const contextOf = (publicKey: string) => `vapid:${publicKey}`;

export const wrappedVapidKeys: WrappedColumn = {
  table: 'push_vapid_keys',
  column: 'wrapped_private_key',
  id: 'public_key',
  contextOf,
};
