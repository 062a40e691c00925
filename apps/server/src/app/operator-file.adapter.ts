import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseHandle, inTransaction } from '../infra/database/index.ts';
import { createOperator, findOperator } from '../modules/accounts/operators.usecases.ts';

/** Where the operator's credential lies, for the command line. */
export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator-credential');
}

/**
 * Sees to it that the operator's credential lies in the data folder and is one of this database.
 * @returns whether it was made just now.
 */
export async function ensureOperatorFile(db: DatabaseHandle, dataDir: string): Promise<boolean> {
  const path = operatorFile(dataDir);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined && (await findOperator(db, known.trim())) !== undefined) return false;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  // A credential that lies nowhere is none: nobody would know whose it is, and it would be good for ever.
  await inTransaction(db, async (transaction) => {
    try {
      await writeFile(draft, `${await createOperator(transaction)}\n`, { mode: 0o600, flush: true });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  });
  return true;
}
