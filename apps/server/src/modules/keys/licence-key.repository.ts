import type { KasAlgorithm } from '@sealflow/tdf/kas';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface StoredLicenceKey {
  tid: string;
  generation: number;
  algorithm: KasAlgorithm;
  kid: string;
  publicKeyPem: string;
  wrappedPrivateKey: Buffer;
  withdrawn: boolean;
}

// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const keyColumns = [
  'tid',
  'generation',
  'algorithm',
  'kid',
  'public_key_pem',
  'wrapped_private_key',
  'withdrawn_at',
] as const satisfies readonly (keyof Database['licence_keys'])[];

export async function selectNewestKey(
  handle: DatabaseHandle,
  key: { tid: string; algorithm: KasAlgorithm },
): Promise<StoredLicenceKey | undefined> {
  const row = await selectUsableRows(handle, key).limit(1).executeTakeFirst();
  return row && fromRow(row);
}

/** A tenant's keys of one algorithm that are not withdrawn, newest first. */
export async function selectUsableKeys(
  handle: DatabaseHandle,
  key: { tid: string; algorithm: KasAlgorithm },
): Promise<StoredLicenceKey[]> {
  const rows = await selectUsableRows(handle, key).execute();
  return rows.map(fromRow);
}

function selectUsableRows(handle: DatabaseHandle, key: { tid: string; algorithm: KasAlgorithm }) {
  return handle
    .selectFrom('licence_keys')
    .select(keyColumns)
    .where('tid', '=', key.tid)
    .where('algorithm', '=', key.algorithm)
    .where('withdrawn_at', 'is', null)
    .orderBy('generation', 'desc');
}

/** A key by its key id; undefined if this tenant has none with that id. */
export async function selectKeyByKid(
  handle: DatabaseHandle,
  key: { tid: string; kid: string },
): Promise<StoredLicenceKey | undefined> {
  const row = await handle
    .selectFrom('licence_keys')
    .select(keyColumns)
    .where('tid', '=', key.tid)
    .where('kid', '=', key.kid)
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Locks the generations of a tenant until the transaction ends. Every transaction that adds one must call it first.
 * @returns the number of the newest generation, 0 if there is none.
 */
export async function lockGeneration(transaction: DatabaseTransaction, tid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licence-keys ${tid}`}, 0))`.execute(transaction);
  return selectGeneration(transaction, tid);
}

/** @returns the number of the newest generation of a tenant's keys; 0 if there is none. */
export async function selectGeneration(handle: DatabaseHandle, tid: string): Promise<number> {
  const { newest } = await handle
    .selectFrom('licence_keys')
    .select((of) => of.fn.coalesce(of.fn.max('generation'), sql<number>`0`).as('newest'))
    .where('tid', '=', tid)
    .executeTakeFirstOrThrow();
  return newest;
}

export async function insertKeys(
  transaction: DatabaseTransaction,
  keys: readonly Omit<StoredLicenceKey, 'withdrawn'>[],
): Promise<void> {
  const rows = keys.map((key) => ({
    tid: key.tid,
    generation: key.generation,
    algorithm: key.algorithm,
    kid: key.kid,
    public_key_pem: key.publicKeyPem,
    wrapped_private_key: key.wrappedPrivateKey,
    withdrawn_at: null,
  }));
  await transaction.insertInto('licence_keys').values(rows).execute();
}

function fromRow(
  row: Pick<Selectable<Database['licence_keys']>, (typeof keyColumns)[number]>,
): StoredLicenceKey {
  return {
    tid: row.tid,
    generation: row.generation,
    algorithm: row.algorithm as KasAlgorithm,
    kid: row.kid,
    publicKeyPem: row.public_key_pem,
    wrappedPrivateKey: row.wrapped_private_key,
    withdrawn: row.withdrawn_at !== null,
  };
}

/** The public keys of a tenant, newest generation first. */
export function selectPublicKeys(db: DatabaseHandle, tid: string) {
  return db
    .selectFrom('licence_keys')
    .select(['generation', 'algorithm', 'kid', 'public_key_pem', 'created_at', 'withdrawn_at'])
    .where('tid', '=', tid)
    .orderBy('generation', 'desc')
    .orderBy('algorithm')
    .execute();
}

export async function markGenerationWithdrawn(
  transaction: DatabaseTransaction,
  { tid, generation, at }: { tid: string; generation: number; at: Date },
): Promise<void> {
  await transaction
    .updateTable('licence_keys')
    .set({ withdrawn_at: at })
    .where('tid', '=', tid)
    .where('generation', '=', generation)
    .where('withdrawn_at', 'is', null)
    .execute();
}
