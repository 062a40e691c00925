import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type DatabaseHandle, inTransaction } from '../infra/database/index.ts';
import { deleteOperator, findOperator, issueOperator } from '../modules/accounts/operators.usecases.ts';

/** Where the operator's credential lies, for the command line. */
export function operatorFile(dataDir: string): string {
  return join(dataDir, 'operator-credential');
}

export interface OperatorFile {
  /** Made just now, and the one of before, if any, is of another database or withdrawn. */
  readonly isNew: boolean;
  /** Deletes a new one again, for a start that fails: nobody has used it, and the next start would make another. */
  readonly undo: () => Promise<void>;
}

/** Ensures that the operator's credential lies in the data folder and is one of this database. */
export async function ensureOperatorFile(db: DatabaseHandle, dataDir: string): Promise<OperatorFile> {
  const path = operatorFile(dataDir);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined && (await findOperator(db, known.trim())) !== undefined) {
    return { isNew: false, undo: async () => {} };
  }
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  // A credential that lies nowhere is none: nobody would know whose it is, and it would be good for ever.
  const operatorID = await inTransaction(db, async (transaction) => {
    try {
      const issued = await issueOperator(transaction, labelOf(dataDir));
      await writeFile(draft, `${issued.credential}\n`, { mode: 0o600, flush: true });
      await rename(draft, path);
      return issued.operatorID;
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  });
  const undo = async () => {
    await deleteOperator(db, operatorID);
    await rm(path, { force: true });
  };
  return { isNew: true, undo };
}

/** Names the node, so that an operator knows which credentials go with a machine that is gone. */
function labelOf(dataDir: string): string {
  return `node ${hostname()} ${dataDir}`.slice(0, maxLabelLength);
}

const maxLabelLength = 200;
