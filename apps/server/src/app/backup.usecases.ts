import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { BackupError } from '../infra/backup/backup.errors.ts';
import type { BackupManifest } from '../infra/backup/backup-manifest.schemas.ts';
import { type OpenBackup, openBackup, readDeploymentID } from '../infra/backup/read-backup.util.ts';
import { restoreBackup } from '../infra/backup/restore-backup.util.ts';
import { writeBackup } from '../infra/backup/write-backup.util.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import {
  assertRestorable,
  assertSameDeployment,
  connect,
  type DatabaseHandle,
  findDeploymentID,
  openDatabase,
  startEmbedded,
  writeDataFolderMark,
} from '../infra/database/index.ts';
import { openObjectStore } from '../infra/objects/index.ts';
import { type AuditedAct, recordAct } from '../modules/audit/audit.usecases.ts';
import { recordBackup } from '../modules/deployment/backups.usecases.ts';

interface BackUpOptions {
  readonly file: string;
  readonly withObjects: boolean;
  /** Whether an existing file is replaced. */
  readonly replace: boolean;
  /** Whether the written file is read back and its checksums are compared. */
  readonly verify: boolean;
  readonly now: Date;
}

/**
 * Backs up the service of these settings, whether it runs or not. Creates and migrates nothing.
 * @throws BackupError `backup.file_exists`
 * @throws DatabaseError if there is no such service.
 */
export async function backUp(
  config: Config,
  { file, withObjects, replace, verify, now }: BackUpOptions,
): Promise<BackupManifest> {
  if (!replace && existsSync(file)) {
    throw new BackupError(
      'backup.file_exists',
      `${file} already exists: choose another file, or replace it with --force`,
    );
  }
  const database = await openDatabase({
    purpose: 'backup',
    databaseUrl: config.maintenanceDatabaseUrl,
    dataDir: config.dataDir,
    whenRunning: 'join',
    statementTimeoutMs: 0,
  });
  const attempt = { startedAt: now, hasFiles: withObjects };
  try {
    const objects = withObjects ? await openObjectStore(config, { canCreate: false }) : undefined;
    await recordAudit(database.handle, 'deployment.backed_up', now);
    const manifest = await writeBackup({ pool: database.pool, objects, file, now });
    if (verify) await verifyBackup(file);
    const { size } = await stat(file);
    await recordBackup(database.handle, { ...attempt, bytes: size, isVerified: verify });
    return manifest;
  } catch (error) {
    await recordBackup(database.handle, { ...attempt, failure: error }).catch(() => {});
    throw error;
  } finally {
    await database.close();
  }
}

/** @throws BackupError if a checksum of the file differs. */
async function verifyBackup(file: string): Promise<void> {
  const backup = await openBackup(file);
  try {
    await backup.verify();
  } finally {
    await backup.close();
  }
}

/**
 * Restores a backup into the empty database and object store of these settings. The service must not run. The backup is
 * verified first, so that a damaged one changes nothing.
 */
export async function restoreService(
  config: Config,
  { file, now }: { file: string; now: Date },
): Promise<BackupManifest> {
  const backup = await openBackup(file);
  try {
    await backup.verify();
    await assertRestorable(config.dataDir, { isEmbedded: config.databaseUrl === undefined });
    await assertSameDeployment(config.dataDir, await readDeploymentID(backup));
    await mkdir(config.dataDir, { recursive: true });
    await restoreInto(config, backup, now);
    return backup.manifest;
  } finally {
    await backup.close();
  }
}

async function restoreInto(config: Config, backup: OpenBackup, now: Date): Promise<void> {
  const { maintenanceDatabaseUrl: databaseUrl, dataDir } = config;
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir });
  const database = connect({ url: databaseUrl || embedded?.url || '', statementTimeoutMs: 0 });
  try {
    const openObjects = () => openObjectStore(config, { canCreate: true });
    await restoreBackup({ backup, database, openObjects });
    await recordAudit(database.handle, 'deployment.restored', now);
    const deployment = await findDeploymentID(database.handle);
    if (deployment === undefined) throw new Error('the restored database has no deployment id');
    await writeDataFolderMark(dataDir, { deployment, server: databaseUrl ? 'external' : 'embedded' });
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

/**
 * The actor is the service: anyone who can read DATA_DIR and the settings may run the command, without a credential.
 */
function recordAudit(handle: DatabaseHandle, act: AuditedAct, at: Date): Promise<void> {
  return recordAct({ handle, actor: { kind: 'service', tid: null }, at }, { act });
}
