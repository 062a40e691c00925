import path from 'node:path';
import { backUp, restoreService } from '../app/backup.usecases.ts';
import type { BackupManifest } from '../infra/backup/backup-manifest.schemas.ts';
import { readConfig } from '../infra/config/config.schemas.ts';
import type { Command } from './command.types.ts';
import { requirePositional } from './options.util.ts';

export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup FILE [--without-files] [--verify] [--force] [--json]',
  summary: 'backs up the service into one file, also while it runs',
  options: { 'without-files': { type: 'boolean' }, verify: { type: 'boolean' }, force: { type: 'boolean' } },
  details: [
    'Requires the settings of the service: DATA_DIR, and DATABASE_URL and S3_URL if the service has them. Creates no database.',
    'Contains a snapshot of the database and the stored files. --without-files omits the files, for an object store with its own backups.',
    '--verify reads the written file back and compares its checksums. The console shows the last backup and whether it was verified.',
    'The MASTER KEY is not included: without it no sealed document can be opened. Store it separately from the backup.',
    'An existing file is replaced only with --force.',
    'The file is readable only by its owner, and not encrypted: it contains names, phone numbers and password hashes.',
  ],
  run: async (invocation) => {
    const file = path.resolve(invocation.folder, requirePositional(invocation, 'FILE'));
    const withObjects = invocation.values['without-files'] !== true;
    const replace = invocation.values['force'] === true;
    const verify = invocation.values['verify'] === true;
    const options = { file, withObjects, replace, verify, now: new Date() };
    const facts = await backUp(readConfig(invocation.env), options);
    return {
      json: { file, ...backupCounts(facts) },
      lines: [`${file}: ${describeBackup(facts)}`, keyHint(facts)],
    };
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'restore FILE [--json]',
  summary: 'restores a backup into an empty DATA_DIR, or an empty database of DATABASE_URL',
  options: {},
  details: [
    'The service must not run. Migrations newer than the backup run afterwards.',
    'An interrupted restore can be repeated; a database with data is not overwritten.',
    'Before the next start, put the master key of the backup in its place (MASTER_KEY or MASTER_KEY_FILE); the service does not start without it.',
  ],
  run: async (invocation) => {
    const file = path.resolve(invocation.folder, requirePositional(invocation, 'FILE'));
    const facts = await restoreService(readConfig(invocation.env), { file, now: new Date() });
    return {
      json: { file, ...backupCounts(facts) },
      lines: [`restored: ${describeBackup(facts)}`, keyHint(facts)],
    };
  },
};

function backupCounts({ createdAt, masterKeyID, tables, objects }: BackupManifest): object {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { createdAt, masterKeyID, tables: tables.length, rows, files: objects?.length ?? null };
}

function describeBackup({ createdAt, tables, objects }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = objects ? `${objects.length} files` : 'no files';
  return `${rows} rows of ${tables.length} tables, ${files}, as of ${createdAt}`;
}

function keyHint({ masterKeyID }: BackupManifest): string {
  return `The master key (id ${masterKeyID ?? 'none yet'}) is not included: store it separately, nothing can be opened without it.`;
}
