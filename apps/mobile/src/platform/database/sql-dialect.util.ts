import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqlExecutor, SqlValue } from '../ports/sql.port.ts';

// SQLite has no boolean; all other column types pass unchanged.
const toSqlValue = (value: unknown): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value as SqlValue);

function createConnection(executor: SqlExecutor): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const params = parameters.map(toSqlValue);
      // Raw statements are queries: everything that changes rows uses the builder.
      const returnsRows =
        query.kind === 'SelectQueryNode' ||
        query.kind === 'RawNode' ||
        ('returning' in query && query.returning !== undefined);
      if (returnsRows) return { rows: (await executor.query(sql, params)) as R[] };
      const { changes } = await executor.run(sql, params);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('streaming is not supported');
    },
  };
}

function createPortDriver(executor: SqlExecutor): Driver {
  const connection = createConnection(executor);
  const noop = async () => undefined;
  // Transactions belong to the port: a query builder is created for the executor that `transaction` passes.
  const rejectTransaction = async () => {
    throw new Error('use SqlPort.transaction');
  };
  return {
    init: noop,
    acquireConnection: async () => connection,
    releaseConnection: noop,
    destroy: noop,
    beginTransaction: rejectTransaction,
    commitTransaction: rejectTransaction,
    rollbackTransaction: rejectTransaction,
  };
}

const builders = new WeakMap<SqlExecutor, Kysely<never>>();

/** Typed queries over an engine, or over one of its transactions. */
export function createQueryBuilder<Tables>(executor: SqlExecutor): Kysely<Tables> {
  const builder =
    builders.get(executor) ??
    new Kysely<never>({
      dialect: {
        createDriver: () => createPortDriver(executor),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createAdapter: () => new SqliteAdapter(),
        createIntrospector: (db) => new SqliteIntrospector(db),
      },
    });
  builders.set(executor, builder);
  // The tables exist as types only.
  return builder as unknown as Kysely<Tables>;
}
