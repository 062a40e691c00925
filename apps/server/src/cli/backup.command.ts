import path from 'node:path';
import { backUp, putBack } from '../app/backup.usecases.ts';
import type { BackupFacts } from '../infra/backup/backup-facts.schemas.ts';
import { readConfig } from '../infra/config/config.schemas.ts';
import type { Command } from './command.port.ts';
import { onlyPositional } from './given.adapter.ts';

export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup FILE [--without-files] [--force] [--json]',
  summary: 'backs up the service into one file, also while it runs',
  options: { 'without-files': { type: 'boolean' }, force: { type: 'boolean' } },
  details: [
    'It needs the settings of the service (DATA_DIR, and DATABASE_URL and S3_URL where the service has them), and creates no database.',
    'Contains a snapshot of the database, and the stored files; --without-files omits them, for an object store with its own backups.',
    'The MASTER KEY is not included: without it no sealed document can be opened. Store it separately from the backup.',
    'An existing file is replaced only with --force.',
    'The file is readable only by its owner, and not encrypted: it contains names, phone numbers and password hashes.',
  ],
  run: async (given) => {
    const file = path.resolve(given.folder, onlyPositional(given, 'FILE'));
    const withObjects = given.values['without-files'] !== true;
    const replace = given.values['force'] === true;
    const facts = await backUp(readConfig(given.env), { file, withObjects, replace, now: new Date() });
    return { json: { file, ...sizesOf(facts) }, lines: [`${file}: ${told(facts)}`, keyHint(facts)] };
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
    'Before the next start the master key of the backup must be in its place (MASTER_KEY, MASTER_KEY_FILE): the start names the one that is missing.',
  ],
  run: async (given) => {
    const file = path.resolve(given.folder, onlyPositional(given, 'FILE'));
    const facts = await putBack(readConfig(given.env), { file, now: new Date() });
    return { json: { file, ...sizesOf(facts) }, lines: [`restored: ${told(facts)}`, keyHint(facts)] };
  },
};

function sizesOf({ createdAt, masterKeyID, tables, objects }: BackupFacts): object {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { createdAt, masterKeyID, tables: tables.length, rows, files: objects?.length ?? null };
}

function told({ createdAt, tables, objects }: BackupFacts): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = objects ? `${objects.length} files` : 'no files';
  return `${rows} rows of ${tables.length} tables, ${files}, as of ${createdAt}`;
}

function keyHint({ masterKeyID }: BackupFacts): string {
  return `The master key (id ${masterKeyID ?? 'none yet'}) is not included: store it separately, nothing can be opened without it.`;
}
