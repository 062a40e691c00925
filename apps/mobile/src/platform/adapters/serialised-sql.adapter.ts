import type { SqlExecutor, SqlPort } from '../ports/sql.port.ts';

/** The interface of an engine whose calls are not serialised. */
export type SqlEngine = SqlExecutor & {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
};

/** Serialises calls over one connection, so that no call of another caller joins an open transaction. */
export function serialised(engine: SqlEngine): SqlPort {
  const executor: SqlExecutor = {
    query: (statement, params) => engine.query(statement, params),
    run: (statement, params) => engine.run(statement, params),
  };
  let tail: Promise<unknown> = Promise.resolve();
  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work);
    // The queue continues after a failure; the failure itself is the caller's.
    tail = result.catch(() => undefined);
    return result;
  };
  return {
    query: (statement, params) => inLine(() => engine.query(statement, params)),
    run: (statement, params) => inLine(() => engine.run(statement, params)),
    close: () => inLine(() => engine.close()),
    transaction: (work) =>
      inLine(async () => {
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
