import type { DatabaseTransaction } from '../../infra/database/index.ts';

export async function deleteFileAccess(transaction: DatabaseTransaction, holder: string): Promise<void> {
  await transaction.deleteFrom('file_access').where('holder', '=', holder).execute();
}
