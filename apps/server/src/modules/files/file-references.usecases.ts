import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { deleteFileAccess } from './file-references.repository.ts';

/** Releases all files that `holder` references, and with them the read access granted for its sake. */
export function releaseFiles(
  transaction: DatabaseTransaction,
  { holder }: { holder: string },
): Promise<void> {
  return deleteFileAccess(transaction, holder);
}
