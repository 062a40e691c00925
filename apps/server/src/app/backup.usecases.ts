import { mkdir } from 'node:fs/promises';
import type { BackupFacts } from '../infra/backup/backup-facts.schemas.ts';
import { openBackup } from '../infra/backup/read-backup.adapter.ts';
import { restoreBackup } from '../infra/backup/restore-backup.adapter.ts';
import { writeBackup } from '../infra/backup/write-backup.adapter.ts';
import type { Config } from '../infra/config/config.schemas.ts';
import { connect, type DatabaseHandle, openDatabase, startEmbedded } from '../infra/database/index.ts';
import { openObjectStore } from '../infra/objects/index.ts';
import { type AuditedAct, recordAct } from '../modules/audit/audit.usecases.ts';

/** Backs up the service of these settings, whether it runs or not. */
export async function backUp(
  config: Config,
  { file, withObjects, now }: { file: string; withObjects: boolean; now: Date },
): Promise<BackupFacts> {
  const { databaseUrl, dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({ databaseUrl, dataDir, whenRunning: 'join', statementTimeoutMs: 0 });
  try {
    await record(database.handle, 'deployment.backed_up', now);
    const objects = withObjects ? await openObjectStore(config) : undefined;
    return await writeBackup({ pool: database.pool, objects, file, now });
  } finally {
    await database.close();
  }
}

/** Puts a backup back into the empty database and store of these settings; the service must not run. */
export async function putBack(
  config: Config,
  { file, now }: { file: string; now: Date },
): Promise<BackupFacts> {
  const { databaseUrl, dataDir } = config;
  const backup = await openBackup(file);
  try {
    await mkdir(dataDir, { recursive: true });
    const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir });
    const database = connect({ url: databaseUrl || embedded?.url || '', statementTimeoutMs: 0 });
    try {
      await restoreBackup({ backup, database, objects: await openObjectStore(config) });
      await record(database.handle, 'deployment.restored', now);
    } finally {
      await database.close();
      await embedded?.stop();
    }
    return backup.facts;
  } finally {
    await backup.close();
  }
}

/** Whoever may read the folder and the settings may do this: it is no call, and has no credential. */
function record(handle: DatabaseHandle, act: AuditedAct, at: Date): Promise<void> {
  return recordAct({ handle, actor: { kind: 'service', tid: null }, at }, { act });
}
