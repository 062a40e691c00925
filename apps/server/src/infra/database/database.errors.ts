/** Reasons why the database cannot be used; stable, and keys of the operator's texts. */
export type DatabaseErrorCode =
  | 'database.in_use'
  | 'database.migration_failed'
  | 'database.newer_than_service'
  | 'database.no_account'
  | 'database.not_founded'
  | 'database.older_than_service'
  | 'database.other_deployment'
  | 'database.platform_unsupported'
  | 'database.pooler_unsupported'
  | 'database.server_too_old'
  | 'database.start_failed'
  | 'database.unreachable'
  | 'database.version_mismatch';

/** The database cannot be used. The message is for the operator and names the remedy. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Codes of a lost or failed connection: system errors and SQLSTATE classes 08 and 57P. */
const connectionErrorCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123])$/;
/**
 * SQLSTATE codes of transient failures: out of disk, memory or connections (class 53), timeouts (57014, 55P03, 25P03),
 * serialization failures and deadlocks (class 40), a former primary that became read-only (25006).
 */
const transientErrorCodes = /^(?:53\w{3}|57014|55P03|25P03|40001|40P01|25006)$/;
/** Messages of driver errors without a code. */
const connectionErrorMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database is unavailable for now, so that a retry may work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isOfDriver(error, ({ code }) => transientErrorCodes.test(code));
}

/** Whether the connection failed or was lost. A transaction that was being committed may have been committed then. */
export function isConnectionLost(error: unknown): boolean {
  return isOfDriver(error, ({ code, message, isConnecting }) =>
    // ENOENT of a missing socket file; for any other file it is not a database error.
    code === 'ENOENT'
      ? isConnecting
      : connectionErrorCodes.test(code) || connectionErrorMessages.test(message),
  );
}

function isOfDriver(
  error: unknown,
  matches: (error: { code: string; message: string; isConnecting: boolean }) => boolean,
): boolean {
  if (error instanceof AggregateError) return error.errors.some((one) => isOfDriver(one, matches));
  if (!(error instanceof Error)) return false;
  const isDriverError =
    error.constructor.name === 'DatabaseError' || 'syscall' in error || !('code' in error);
  if (!isDriverError) return false;
  const code = 'code' in error ? String(error.code) : '';
  const isConnecting = 'syscall' in error && error.syscall === 'connect';
  return matches({ code, message: error.message, isConnecting });
}

/**
 * Whether the database rejected a text with a NUL (SQLSTATE 22021; in JSON 22P05), or with a lone surrogate in JSON (22P02,
 * which has other causes too). Such a text always comes from the client.
 */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '22021' || error.code === '22P05') return true;
  return error.code === '22P02' && 'detail' in error && /^Unicode .*surrogate/.test(String(error.detail));
}

/** The name of the violated unique index (SQLSTATE 23505); undefined for any other error. */
export function violatedUniqueIndex(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : undefined;
}

/** Whether a write violated a foreign key (SQLSTATE 23503). */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
