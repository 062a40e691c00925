import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

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
