import type { SqlExecutor, SqlPort } from '../ports/sql.port.ts';

/** The interface of an engine whose calls are not serialised. */
export type SqlEngine = SqlExecutor & {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
};

/** Serialises calls over one connection, so that no call of another caller joins an open transaction. */
export function serialiseSql(engine: SqlEngine): SqlPort {
  const executor: SqlExecutor = {
    query: (statement, params) => engine.query(statement, params),
    run: (statement, params) => engine.run(statement, params),
  };
  let lastCall: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = lastCall.then(work);
    // The queue continues after a failure; the failure itself is the caller's.
    lastCall = result.catch(() => undefined);
    return result;
  };
  return {
    query: (statement, params) => enqueue(() => engine.query(statement, params)),
    run: (statement, params) => enqueue(() => engine.run(statement, params)),
    close: () => enqueue(() => engine.close()),
    transaction: (work) =>
      enqueue(async () => {
        await engine.begin();
        try {
          const result = await work(executor);
          await engine.commit();
          return result;
        } catch (error) {
          // A failed commit may have rolled back already; the first failure is the one to report.
          await engine.rollback().catch(() => undefined);
          throw error;
        }
      }),
  };
}
