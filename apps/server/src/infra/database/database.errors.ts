/** Why the database cannot be used; stable, also the key of the operator's text. */
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

/** Said to the operator at the start; the message names the way out. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What a connection that is no more, or cannot be made, fails with: of the system, and of PostgreSQL (classes 08, 57P). */
const goneCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123])$/;
/**
 * What a server says that works, but not this now: out of room, memory or connections (class 53), a limit of time (57014,
 * 55P03, 25P03), in each other's way (class 40), a former primary that only reads (25006).
 */
const passingCodes = /^(?:53\w{3}|57014|55P03|25P03|40001|40P01|25006)$/;
/** The driver says these without a code. */
const goneWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database cannot be reached now: the same may work in a moment. */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone);
  if (!(error instanceof Error)) return false;
  const isOfDriver = error.constructor.name === 'DatabaseError' || 'syscall' in error || !('code' in error);
  if (!isOfDriver) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A socket's file that is not there; any other file is no database.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return goneCodes.test(code) || passingCodes.test(code) || goneWords.test(error.message);
}

/**
 * Whether the database rejected a text for a NUL in it (SQLSTATE 22021; inside of JSON 22P05), or for half of a surrogate pair inside of
 * JSON (22P02, which other faults have too). The service writes none: whoever asked sent it.
 */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '22021' || error.code === '22P05') return true;
  return error.code === '22P02' && 'detail' in error && /^Unicode .*surrogate/.test(String(error.detail));
}

/** The name of the unique index that a write would have broken (SQLSTATE 23505); undefined for any other failure. */
export function brokenUniqueness(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : undefined;
}

/** Whether a row could not go because another refers to it, or come because what it refers to is gone (SQLSTATE 23503). */
export function isBrokenReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
