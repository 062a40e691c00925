import { type DestinationStream, type Logger, pino } from 'pino';
import { toStandardError } from './standard-error.adapter.ts';

/** Fields that never reach the log, whoever writes them. */
const secrets = [
  'password',
  'token',
  'authorization',
  'dpop',
  'code',
  'mobileNo',
  'email',
  'username',
  'name',
  // What libraries say of requests when they are asked to say much: all that a client sent beside its body.
  'headers',
  'busboyOptions',
];

/** The log of the service: JSON lines on stderr (stdout is the operator's), ids only. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), remove: true },
      serializers: { err: describeError },
    },
    destination ?? toStandardError(),
  );
}

/**
 * An error without the values it may quote: the database puts what people typed into its messages, so of its errors
 * only the SQLSTATE, the place and the stack frames are kept.
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
