import type { SqlExecutor } from '../ports/sql.port.ts';

/**
 * Takes deleted names out of the full-text index, where they stay in pieces until it is put together anew. Once for many:
 * its own way to do that at each record takes ten milliseconds for one, and minutes for a list.
 */
export async function dropDeletedWords(executor: SqlExecutor): Promise<void> {
  await executor.run("INSERT INTO recent_file_text (recent_file_text) VALUES ('optimize')");
}
