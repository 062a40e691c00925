/** For a statement that changes more rows, the change feed reports a change of the whole tenant instead of single rows. */
const maxRowsPerStatement = 20;

/** Splits rows into those of one statement each, so that the change feed reports each row. */
export function rowChunksOf<Row>(rows: readonly Row[]): Row[][] {
  const chunks: Row[][] = [];
  for (let from = 0; from < rows.length; from += maxRowsPerStatement)
    chunks.push(rows.slice(from, from + maxRowsPerStatement));
  return chunks;
}
