import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';

/** Deletes applications with all dependent rows. @returns the keys of their objects. */
export async function deleteFlowRows(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<string[]> {
  const { rows: objects } = await sql<{ key: string }>`
    insert into loose_objects (key)
    select object_key from flow_results where flow_id = any(${ids}::text[])
    union select object_key from prepared_downloads where flow_id = any(${ids}::text[]) and object_key is not null
    on conflict do nothing returning key
  `.execute(transaction);
  // Their files have no reference afterwards, so the housekeeping job of files deletes them.
  await sql`delete from file_access where holder = any(${ids}::text[])`.execute(transaction);
  const tables = [
    'prepared_downloads',
    'flow_results',
    'flow_mails',
    'flow_files',
    'flow_versions',
    'flow_decisions',
    'flow_acts',
    'flow_comment_files',
    'flow_comments',
    'flow_follows',
    'flow_tasks',
    'flows',
  ];
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where flow_id = any(${ids}::text[])`.execute(transaction);
  }
  return objects.map(({ key }) => key);
}
