import type { DatabaseTransaction } from '../../infra/database/index.ts';

/** Schedules the deletion of an account. */
export async function updateDeletion(
  transaction: DatabaseTransaction,
  { aid, deleteAt }: { aid: string; deleteAt: Date },
): Promise<void> {
  await transaction.updateTable('accounts').set({ delete_at: deleteAt }).where('aid', '=', aid).execute();
}
