import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database/index.ts';
import { unwrapAtRest, wrapAtRest } from './key-wrapping.util.ts';

/** A column whose values are wrapped by the master key. */
export interface WrappedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key column, or another unique column. */
  readonly id: string;
  /** The column from which the context is derived; `id` by default. */
  readonly of?: string;
  readonly contextOf: (value: string) => string;
}

/** Rows per batch. */
const batchSize = 500;

/**
 * Rewraps all values of a column from one master key to another, in batches by keyset pagination.
 * @returns the number of values.
 * @throws MasterKeyError `master_key.does_not_open` if a value is not wrapped by `from`.
 */
export async function rewrapColumn(
  transaction: DatabaseTransaction,
  { table, column, id, of = id, contextOf }: WrappedColumn,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): Promise<number> {
  const names = { table: sql.table(table), column: sql.ref(column), id: sql.ref(id), of: sql.ref(of) };
  let count = 0;
  let last = '';
  for (;;) {
    const { rows } = await sql<{ id: string; of: string; wrapped: Buffer }>`
      select ${names.id} as id, ${names.of} as of, ${names.column} as wrapped from ${names.table}
      where ${names.column} is not null and ${names.id} > ${last} order by ${names.id} limit ${batchSize}
    `.execute(transaction);
    const lastRow = rows.at(-1);
    if (!lastRow) return count;
    const rewrapped = rows.map(({ of: value, wrapped }) => {
      const context = contextOf(value);
      const secret = unwrapAtRest(wrapped, from, context);
      const wrappedValue = wrapAtRest(secret, to, context);
      secret.fill(0);
      return wrappedValue;
    });
    await sql`
      update ${names.table} set ${names.column} = anew.wrapped
      from unnest(${rows.map((row) => row.id)}::text[], ${rewrapped}::bytea[]) as anew (id, wrapped)
      where ${sql.ref(`${table}.${id}`)} = anew.id
    `.execute(transaction);
    count += rows.length;
    last = lastRow.id;
  }
}
