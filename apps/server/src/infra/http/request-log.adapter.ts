import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Whether the log level includes one line per call. */
export function logsCalls({ level }: FastifyBaseLogger): boolean {
  return level === 'info' || level === 'debug' || level === 'trace';
}

const silent = () => {};

/**
 * Creates the logger of one request, which adds the request id to each line. Above level `info` only failures are logged, so
 * the child logger is created at the first line instead of for every request.
 */
export function requestLog(
  this: FastifyInstance,
  log: FastifyBaseLogger,
  ...named: Parameters<FastifyBaseLogger['child']>
): FastifyBaseLogger {
  if (logsCalls(log)) return log.child(...named);
  let made: FastifyBaseLogger | undefined;
  const own = () => (made ??= log.child(...named));
  return {
    level: log.level,
    silent,
    trace: silent,
    debug: silent,
    info: silent,
    warn: (...line: [object, string?]) => own().warn(...line),
    error: (...line: [object, string?]) => own().error(...line),
    fatal: (...line: [object, string?]) => own().fatal(...line),
    child: (...bound: Parameters<FastifyBaseLogger['child']>) => own().child(...bound),
  } as FastifyBaseLogger;
}
