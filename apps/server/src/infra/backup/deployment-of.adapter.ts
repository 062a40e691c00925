import { text } from 'node:stream/consumers';
import { tableEntry } from './backup-facts.schemas.ts';
import type { OpenBackup } from './read-backup.adapter.ts';

/** The id of the deployment that was backed up; undefined where its release had none. */
export async function deploymentIn(backup: OpenBackup): Promise<string | undefined> {
  const table = backup.facts.tables.find(({ schema, name }) => schema === 'public' && name === 'deployment');
  if (!table) return undefined;
  // COPY writes one row a line, its columns parted by tabs; a UUID needs no escape.
  const [row = ''] = (await text(backup.read(tableEntry(table), table.sha256))).split('\n');
  return row.split('\t')[table.columns.indexOf('id')];
}
