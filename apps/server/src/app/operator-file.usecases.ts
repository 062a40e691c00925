import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type DatabaseHandle, inTransaction } from '../infra/database/index.ts';
import {
  deleteOperator,
  findOperator,
  issueLabelledCredential,
} from '../modules/accounts/administration/operators.usecases.ts';

/** The path of the operator's credential, which the command line reads. */
export function operatorFilePath(dataDir: string): string {
  return join(dataDir, 'operator-credential');
}

export interface OperatorFile {
  /** Whether the credential was issued now, because there was none or it was not valid for this database. */
  readonly isNew: boolean;
  /** Deletes a new credential if the start fails: the next start would issue another. */
  readonly undo: () => Promise<void>;
}

/** Ensures that DATA_DIR contains an operator credential that is valid for this database. */
export async function ensureOperatorFile(db: DatabaseHandle, dataDir: string): Promise<OperatorFile> {
  const path = operatorFilePath(dataDir);
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined && (await findOperator(db, stored.trim())) !== undefined) {
    return { isNew: false, undo: async () => {} };
  }
  await mkdir(dataDir, { recursive: true });
  const temporaryPath = `${path}.${process.pid}`;
  // Issued only if the file is written: a credential without a file could not be identified and would never expire.
  const operatorID = await inTransaction(db, async (transaction) => {
    try {
      const issued = await issueLabelledCredential(transaction, nodeLabel(dataDir));
      await writeFile(temporaryPath, `${issued.credential}\n`, { mode: 0o600, flush: true });
      await rename(temporaryPath, path);
      return issued.operatorID;
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  });
  const undo = async () => {
    await deleteOperator(db, operatorID);
    await rm(path, { force: true });
  };
  return { isNew: true, undo };
}

/** Names the node, so that an operator can find the credentials of a machine that no longer exists. */
function nodeLabel(dataDir: string): string {
  return `node ${hostname()} ${dataDir}`.slice(0, maxLabelLength);
}

const maxLabelLength = 200;
