/** Values that pass every engine and bridge unchanged; bytes are stored as base64, integers stay below 2^53. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;
export type SqlRunResult = { readonly changes: number };

export type SqlExecutor = {
  /** Rows of one SELECT (or of a statement with RETURNING). */
  query(statement: string, params?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Runs one statement without rows. */
  run(statement: string, params?: readonly SqlValue[]): Promise<SqlRunResult>;
};

/** One open database. Calls are serialised; no call of another caller joins a transaction. */
export type SqlPort = SqlExecutor & {
  /** Commits when `work` resolves and rolls back when it rejects. `work` must use only the executor passed to it. */
  transaction<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type OpenDatabase = (name: string) => Promise<SqlPort>;
