import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { lockGeneration, markGenerationWithdrawn, selectPublicKeys } from './licence-key.repository.ts';
import type { Generation, LicenceKeys } from './licence-key.usecases.ts';

/** The public facts of one generation of a tenant's licence key. */
export interface KeyGeneration {
  generation: number;
  createAt: number;
  withdrawnAt: number | null;
  /** Whether new documents are sealed with it. */
  current: boolean;
  keys: { kid: string; algorithm: string; publicKeyPem: string }[];
}

/** Lists the generations of a tenant's licence key, newest first. */
export async function listGenerations(
  db: DatabaseHandle,
  { tid, skip, limit }: { tid: string; skip: number; limit: number },
): Promise<{ total: number; data: KeyGeneration[] }> {
  const generations = await selectGenerations(db, tid);
  return { total: generations.length, data: generations.slice(skip, skip + limit) };
}

/**
 * Withdraws a generation permanently: documents that were sealed with it cannot be opened any more.
 * @returns the ids of its keys, for the audit record.
 * @throws ServiceError `admin.key_generation_not_found`, `admin.key_generation_newest`.
 */
export async function withdrawGeneration(
  transaction: DatabaseTransaction,
  { tid, generation, at }: { tid: string; generation: number; at: Date },
): Promise<string[]> {
  const newest = await lockGeneration(transaction, tid);
  const generations = await selectGenerations(transaction, tid);
  const found = generations.find((one) => one.generation === generation);
  if (!found || found.withdrawnAt !== null) throw new ServiceError('admin.key_generation_not_found');
  if (generation === newest) throw new ServiceError('admin.key_generation_newest');
  await markGenerationWithdrawn(transaction, { tid, generation, at });
  return found.keys.map(({ kid }) => kid);
}

async function selectGenerations(db: DatabaseHandle, tid: string): Promise<KeyGeneration[]> {
  const rows = await selectPublicKeys(db, tid);
  const current = rows.find((row) => row.withdrawn_at === null)?.generation;
  const byGeneration = Map.groupBy(rows, (row) => row.generation);
  return [...byGeneration].map(([generation, keys]) => ({
    generation,
    createAt: Math.min(...keys.map((key) => key.created_at.getTime())),
    withdrawnAt: keys.find((key) => key.withdrawn_at !== null)?.withdrawn_at?.getTime() ?? null,
    current: generation === current,
    keys: keys.map(({ kid, algorithm, public_key_pem }) => ({
      kid,
      algorithm,
      publicKeyPem: public_key_pem,
    })),
  }));
}

export interface RotationServices {
  readonly keys: LicenceKeys;
  readonly clock: Clock;
}

/** Adds the next generation of a tenant's licence key. Documents sealed before still open. */
export function rotateKey({ keys, clock }: RotationServices, actor: Actor): Promise<Generation> {
  const at = new Date(clock());
  return keys.addGeneration(actor.tid, (handle, { licenceKeyID, generation }) =>
    recordAct({ handle, actor, at }, { act: 'rotate', kid: `${licenceKeyID}.${generation}` }),
  );
}
