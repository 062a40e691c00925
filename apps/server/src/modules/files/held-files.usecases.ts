import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { deleteHeld } from './held-files.repository.ts';

/** Gives back all files that something holds: who read them for its sake reads them no more. */
export function releaseFiles(
  transaction: DatabaseTransaction,
  { holder }: { holder: string },
): Promise<void> {
  return deleteHeld(transaction, holder);
}
