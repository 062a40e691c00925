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
const valueOf = (value: unknown): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value as SqlValue);

function connectionOver(executor: SqlExecutor): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const params = parameters.map(valueOf);
      // Raw statements are queries: everything that changes rows uses the builder.
      const givesRows =
        query.kind === 'SelectQueryNode' ||
        query.kind === 'RawNode' ||
        ('returning' in query && query.returning !== undefined);
      if (givesRows) return { rows: (await executor.query(sql, params)) as R[] };
      const { changes } = await executor.run(sql, params);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('streaming is not supported');
    },
  };
}

function driverOver(executor: SqlExecutor): Driver {
  const connection = connectionOver(executor);
  const nothing = async () => undefined;
  // Transactions belong to the port: a query builder is created for the executor that `transaction` passes.
  const portsOwn = async () => {
    throw new Error('use SqlPort.transaction');
  };
  return {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    destroy: nothing,
    beginTransaction: portsOwn,
    commitTransaction: portsOwn,
    rollbackTransaction: portsOwn,
  };
}

/** Typed queries over an engine, or over one of its transactions. */
export const queriesOver = <Tables>(executor: SqlExecutor): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOver(executor),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
