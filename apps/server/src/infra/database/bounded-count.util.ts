import { type RawBuilder, sql } from 'kysely';

/** The limit of {@link countUpToLimit}. */
const maxCounted = 100_000;

/**
 * An expression that counts rows up to 100,000, so that the cost of the count does not grow with its table.
 * @param rows - `from` with everything that follows.
 */
export function countUpToLimit(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from (select ${rows} limit ${sql.lit(maxCounted)}) as counted)`;
}
