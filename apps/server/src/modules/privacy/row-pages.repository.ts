import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The columns of a unique key and their SQL types, in the order of the key. No column is nullable. */
export type KeyColumns = Readonly<Record<string, string>>;

export type PageRow = Readonly<Record<string, unknown>>;

export interface PagedQuery {
  /** A query without `order by`. Its columns include those of the key. */
  readonly from: RawBuilder<unknown>;
  /** The selected expressions; the rows of the query have the alias `part`. */
  readonly select: RawBuilder<unknown>;
  readonly key: KeyColumns;
}

/** Maximum number of rows that are in memory at once. */
const maxPageRows = 500;

/**
 * Reads the rows of a query by keyset pagination over a unique key. A row that exists during the whole reading appears
 * once, even if it is updated meanwhile. A snapshot instead would stay open for as long as the client reads.
 */
export async function* readPages(
  handle: DatabaseHandle,
  { from, select, key }: PagedQuery,
): AsyncGenerator<PageRow[]> {
  const columns = Object.entries(key);
  const order = sql.join(columns.map(([column]) => sql.ref(`part.${column}`)));
  const position = sql.join(columns.map(([column]) => sql`${sql.ref(`part.${column}`)}::text`));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<PageRow & { row_position: string[] }>`
      select array[${position}] as row_position, ${select} from (${from}) as part
      where ${after} order by ${order} limit ${maxPageRows}
    `.execute(handle);
    yield rows.map(({ row_position: _position, ...row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < maxPageRows) return;
    const values = columns.map(([, type], index) => sql`${last.row_position[index]}::${sql.raw(type)}`);
    after = sql`(${order}) > (${sql.join(values)})`;
  }
}
