import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { DatabaseError } from './database.errors.ts';
import { hasEmbeddedCluster } from './embedded/index.ts';

/** `DATA_DIR/database.json`: the database that the folder belongs to. The start of a service writes it. */
const markSchema = z.object({
  /** The id of the row of `deployment`. */
  deployment: z.uuid(),
  server: z.enum(['embedded', 'external']),
});

type DataFolderMark = z.output<typeof markSchema>;

const markFile = (dataDir: string): string => path.join(dataDir, 'database.json');

/** @throws DatabaseError `database.other_deployment` where the file cannot be read: nobody knows whose the folder is. */
async function readDataFolderMark(dataDir: string): Promise<DataFolderMark | undefined> {
  const file = markFile(dataDir);
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

/** Replaced whole: a start that is cut off leaves the former mark or the new one. */
export async function writeDataFolderMark(dataDir: string, mark: DataFolderMark): Promise<void> {
  const { deployment, server } = mark;
  const former = await readDataFolderMark(dataDir);
  if (former?.deployment === deployment && former.server === server) return;
  const draft = `${markFile(dataDir)}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify({ deployment, server })}\n`, { mode: 0o600, flush: true });
    await rename(draft, markFile(dataDir));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Without DATABASE_URL the embedded database is used only in a folder that is not another database's, and only a start
 * of the service founds one.
 *
 * @param mayFound - whether a new embedded database may be created in a folder without one.
 * @throws DatabaseError `database.other_deployment`, `database.not_founded`.
 */
export async function assertEmbeddedAllowed(
  dataDir: string,
  { mayFound }: { mayFound: boolean },
): Promise<void> {
  await assertRestorable(dataDir, { isEmbedded: true });
  const mark = await readDataFolderMark(dataDir);
  if (hasEmbeddedCluster(dataDir)) return;
  if (mark) {
    throw new DatabaseError(
      'database.not_founded',
      `the embedded database of ${dataDir} is missing: put it back, restore a backup, or set another DATA_DIR`,
    );
  }
  if (mayFound) return;
  throw new DatabaseError(
    'database.not_founded',
    `there is no service and no database in ${dataDir}: set DATA_DIR and DATABASE_URL as the service has them, or start the service first`,
  );
}

/**
 * A lost embedded database may be restored in its folder, but none beside the folder's own external one.
 *
 * @throws DatabaseError `database.other_deployment`.
 */
export async function assertRestorable(
  dataDir: string,
  { isEmbedded }: { isEmbedded: boolean },
): Promise<void> {
  const mark = await readDataFolderMark(dataDir);
  if (!isEmbedded) return;
  if (mark?.server !== 'external' && (mark || !isOfExternalDatabase(dataDir))) return;
  throw new DatabaseError(
    'database.other_deployment',
    `${dataDir} belongs to a service on DATABASE_URL, which is not set: set all settings of that service, or another DATA_DIR`,
  );
}

/** A release without marks left the credential there, and no cluster beside it where the database was elsewhere. */
function isOfExternalDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'operator-credential')) && !hasEmbeddedCluster(dataDir);
}

/**
 * A folder and a database that do not belong together are not used together: credentials and files would mix.
 *
 * @param deployment - the id that the database has; undefined where it has none.
 * @throws DatabaseError `database.other_deployment`.
 */
export async function assertSameDeployment(dataDir: string, deployment: string | undefined): Promise<void> {
  const mark = await readDataFolderMark(dataDir);
  if (!mark || mark.deployment === deployment) return;
  throw new DatabaseError(
    'database.other_deployment',
    `${dataDir} belongs to the ${mark.server} database ${mark.deployment}, ` +
      `and ${deployment ? `this is ${deployment}` : 'this one is empty or of an older backup'}: ` +
      `set the right DATABASE_URL, or another DATA_DIR, or delete ${markFile(dataDir)} if this database is right`,
  );
}
