import { text } from 'node:stream/consumers';
import { tableEntryName } from './backup-manifest.schemas.ts';
import type { OpenBackup } from './read-backup.util.ts';

/** Reads the deployment id from a backup; undefined if its release had none. */
export async function readDeploymentID(backup: OpenBackup): Promise<string | undefined> {
  const table = backup.manifest.tables.find(
    ({ schema, name }) => schema === 'public' && name === 'deployment',
  );
  if (!table) return undefined;
  // COPY writes one line per row with tab-separated columns. A UUID needs no unescaping.
  const [row = ''] = (await text(backup.read(tableEntryName(table), table.sha256))).split('\n');
  return row.split('\t')[table.columns.indexOf('id')];
}
