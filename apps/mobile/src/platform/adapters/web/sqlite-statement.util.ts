import { SQLITE_ROW } from '@journeyapps/wa-sqlite/src/sqlite-constants.js';
import type { SqlRow, SqlValue } from '../../ports/sql.port.ts';
import type { OpenedEngine } from './sqlite-engine.util.ts';

export type StatementResult = { readonly rows: readonly SqlRow[]; readonly changes: number };

/** Runs the statements of a text in order, each with the same parameters. */
export async function executeStatement(
  { sqlite, db }: OpenedEngine,
  statement: string,
  params: readonly SqlValue[],
): Promise<StatementResult> {
  const rows: SqlRow[] = [];
  for await (const prepared of sqlite.statements(db, statement)) {
    if (params.length > 0) sqlite.bind_collection(prepared, [...params]);
    const columns = sqlite.column_names(prepared);
    while ((await sqlite.step(prepared)) === SQLITE_ROW) {
      const values = sqlite.row(prepared);
      rows.push(Object.fromEntries(columns.map((column, index) => [column, values[index] as SqlValue])));
    }
  }
  return { rows, changes: sqlite.changes(db) };
}
