import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { DatabaseError } from './database.errors.ts';
import { hasEmbeddedCluster } from './embedded/index.ts';

/** `DATA_DIR/database.json`: the database that the folder belongs to. The service writes it at its start. */
const markSchema = z.object({
  /** The id of the row of `deployment`. */
  deployment: z.uuid(),
  server: z.enum(['embedded', 'external']),
});

type DataFolderMark = z.output<typeof markSchema>;

const markFileOf = (dataDir: string): string => path.join(dataDir, 'database.json');

/** @throws DatabaseError `database.other_deployment` if the file is unreadable: the owner of the folder is unknown. */
async function readDataFolderMark(dataDir: string): Promise<DataFolderMark | undefined> {
  const file = markFileOf(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return markSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new DatabaseError(
      'database.other_deployment',
      `${file} cannot be read: it names the database that DATA_DIR belongs to. Restore it, or delete it if DATABASE_URL is right`,
      cause,
    );
  }
}

/** Writes the mark atomically: after a crash the folder has the previous mark or the new one. */
export async function writeDataFolderMark(dataDir: string, mark: DataFolderMark): Promise<void> {
  const { deployment, server } = mark;
  const previous = await readDataFolderMark(dataDir);
  if (previous?.deployment === deployment && previous.server === server) return;
  const temporaryFile = `${markFileOf(dataDir)}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporaryFile, `${JSON.stringify({ deployment, server })}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(temporaryFile, markFileOf(dataDir));
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

/**
 * Asserts that the embedded database may be used in the folder: it must not belong to another database, and only a start of
 * the service may create a new embedded database.
 *
 * @param mayFound - whether a new embedded database may be created in a folder without one.
 * @throws DatabaseError `database.other_deployment`, `database.not_founded`.
 */
export async function assertEmbeddedAllowed(
  dataDir: string,
  { canCreate }: { canCreate: boolean },
): Promise<void> {
  await assertRestorable(dataDir, { isEmbedded: true });
  const mark = await readDataFolderMark(dataDir);
  if (hasEmbeddedCluster(dataDir)) return;
  if (mark) {
    throw new DatabaseError(
      'database.not_founded',
      `the embedded database of ${dataDir} is missing: put its files back, restore a backup, or set another DATA_DIR`,
    );
  }
  if (canCreate) return;
  throw new DatabaseError(
    'database.not_founded',
    `${dataDir} contains no database, and no service has used it: set DATA_DIR and DATABASE_URL as the service has them, or start the service first`,
  );
}

/**
 * Asserts that a backup may be restored. A lost embedded database may be restored in its folder, but not in a folder that
 * belongs to an external database.
 *
 * @throws DatabaseError `database.other_deployment`.
 */
export async function assertRestorable(
  dataDir: string,
  { isEmbedded }: { isEmbedded: boolean },
): Promise<void> {
  const mark = await readDataFolderMark(dataDir);
  if (!isEmbedded) return;
  if (mark?.server !== 'external' && (mark || !isExternalDatabaseFolder(dataDir))) return;
  throw new DatabaseError(
    'database.other_deployment',
    `${dataDir} belongs to a service on DATABASE_URL, which is not set: set all settings of that service, or another DATA_DIR`,
  );
}

/** Detects a folder without a mark, written by an older release: with an external database it has a credential but no cluster. */
function isExternalDatabaseFolder(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'operator-credential')) && !hasEmbeddedCluster(dataDir);
}

/**
 * Asserts that the folder and the database belong to the same deployment, so that credentials and files do not get mixed.
 *
 * @param deployment - the deployment id of the database; undefined if it has none.
 * @throws DatabaseError `database.other_deployment`.
 */
export async function assertSameDeployment(dataDir: string, deployment: string | undefined): Promise<void> {
  const mark = await readDataFolderMark(dataDir);
  if (!mark || mark.deployment === deployment) return;
  throw new DatabaseError(
    'database.other_deployment',
    `${dataDir} belongs to the ${mark.server} database ${mark.deployment}, ` +
      `and ${deployment ? `this is ${deployment}` : 'this one is empty or from an older backup'}: ` +
      `set the right DATABASE_URL, or another DATA_DIR, or delete ${markFileOf(dataDir)} if this database is right`,
  );
}
