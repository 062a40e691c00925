import path from 'node:path';
import { backUp, putBack } from '../app/backup.usecases.ts';
import type { BackupFacts } from '../infra/backup/backup-facts.schemas.ts';
import { readConfig } from '../infra/config/config.schemas.ts';
import type { Command } from './command.port.ts';
import { onlyPositional } from './given.adapter.ts';

export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup FILE [--without-files] [--force] [--json]',
  summary: 'writes all that the service keeps into one file, while it runs',
  options: { 'without-files': { type: 'boolean' }, force: { type: 'boolean' } },
  details: [
    'It needs the settings of the service (DATA_DIR, and DATABASE_URL and S3_URL where the service has them), and creates no database.',
    'The database as of one moment, and the stored files; --without-files leaves them out, for an object store with backups of its own.',
    'The MASTER KEY is not in it: without that key no sealed document opens again. Keep it apart from the backup.',
    'An existing file is replaced only with --force.',
    'The file is readable by its owner alone, and not encrypted: it holds names, phone numbers and digests of passwords.',
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
    'The service must not run. Migrations that came since the backup run afterwards.',
    'A restore that was broken off is begun again; a database that holds data is left alone.',
    'Before the next start the master key of the backup must be in its place (MASTER_KEY, MASTER_KEY_FILE): the start says which it misses.',
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
  return `The master key (id ${masterKeyID ?? 'none yet'}) is not in it: keep it apart, nothing opens without it.`;
}
