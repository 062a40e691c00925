import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The columns of a unique key and their types, in the order of the key. None is null. */
export type KeyColumns = Readonly<Record<string, string>>;

export type PageRow = Readonly<Record<string, unknown>>;

export interface PagedQuery {
  /** A query without an order. The columns of the key are among its columns. */
  readonly from: RawBuilder<unknown>;
  /** What is read of each of its rows, which are called `part`. */
  readonly select: RawBuilder<unknown>;
  readonly key: KeyColumns;
}

/** Rows that are in memory at once. */
const pageRows = 500;

/**
 * The rows of a query, page by page in the order of a unique key. A row that exists before and after the reading appears once,
 * however often it is updated meanwhile. A snapshot would stay open for as long as the client reads.
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
      where ${after} order by ${order} limit ${pageRows}
    `.execute(handle);
    yield rows.map(({ row_position: _position, ...row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    const values = columns.map(([, type], index) => sql`${last.row_position[index]}::${sql.raw(type)}`);
    after = sql`(${order}) > (${sql.join(values)})`;
  }
}
