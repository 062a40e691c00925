import type { SqlExecutor } from '../ports/sql.port.ts';

/**
 * Removes deleted names from the full-text index, where their fragments stay until it is merged. Once for many
 * records: the index's own option for each deletion takes ten milliseconds per record, and minutes for a list.
 */
export async function optimizeTextIndex(executor: SqlExecutor): Promise<void> {
  await executor.run("INSERT INTO recent_file_text (recent_file_text) VALUES ('optimize')");
}
