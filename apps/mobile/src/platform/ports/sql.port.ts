/** What crosses every engine and bridge unchanged; bytes are kept as base64, whole numbers stay below 2^53. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;
export type SqlRunResult = { readonly changes: number };

export type SqlExecutor = {
  /** Rows of one SELECT (or of a statement with RETURNING). */
  query(statement: string, params?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** One statement without rows. */
  run(statement: string, params?: readonly SqlValue[]): Promise<SqlRunResult>;
};

/** One open database. Calls from several places are put in line; nothing of another caller enters a transaction. */
export type SqlPort = SqlExecutor & {
  /** Commits when `work` resolves and rolls back when it rejects. `work` uses only the executor it is given. */
  transaction<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type OpenDatabase = (name: string) => Promise<SqlPort>;
