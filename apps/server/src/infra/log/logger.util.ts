import { type DestinationStream, type Logger, pino } from 'pino';
import { createStandardErrorStream } from './standard-error.util.ts';

/** Fields that are removed from every log line. */
const redactedFields = [
  'password',
  'token',
  'authorization',
  'dpop',
  'code',
  'mobileNo',
  'email',
  'username',
  'name',
  // Libraries log complete request headers at debug level.
  'headers',
  'busboyOptions',
];

/** Creates the logger of the service: JSON lines on stderr, because commands write their output to stdout. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        remove: true,
      },
      serializers: { err: describeError },
    },
    destination ?? createStandardErrorStream(),
  );
}

/**
 * Describes an error without user data. Messages of the database quote values that people typed, so its errors are reduced to
 * the SQLSTATE, table, constraint and stack frames.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table, constraint, severity } = error as unknown as Record<string, unknown>;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(severity === undefined ? { message: error.message } : {}),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: frames.join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
