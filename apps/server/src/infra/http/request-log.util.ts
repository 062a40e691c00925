import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Whether the log level includes one line per call. */
export function shouldLogCalls({ level }: FastifyBaseLogger): boolean {
  return level === 'info' || level === 'debug' || level === 'trace';
}

const noop = () => {};

/**
 * Creates the logger of one request, which adds the request id to each line. Above level `info` only failures are logged, so
 * the child logger is created at the first line instead of for every request.
 */
export function createRequestLog(
  this: FastifyInstance,
  log: FastifyBaseLogger,
  ...childArgs: Parameters<FastifyBaseLogger['child']>
): FastifyBaseLogger {
  if (shouldLogCalls(log)) return log.child(...childArgs);
  let child: FastifyBaseLogger | undefined;
  const getChild = () => (child ??= log.child(...childArgs));
  return {
    level: log.level,
    silent: noop,
    trace: noop,
    debug: noop,
    info: noop,
    warn: (...args: [object, string?]) => getChild().warn(...args),
    error: (...args: [object, string?]) => getChild().error(...args),
    fatal: (...args: [object, string?]) => getChild().fatal(...args),
    child: (...args: Parameters<FastifyBaseLogger['child']>) => getChild().child(...args),
  } as FastifyBaseLogger;
}
